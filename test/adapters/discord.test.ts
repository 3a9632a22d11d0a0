import { adapterContract } from './contract.ts';
import { discordDriver } from './discord/driver.ts';

adapterContract(discordDriver);
