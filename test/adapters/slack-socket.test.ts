import { adapterContract } from './contract.ts';
import { slackDriver } from './slack/driver.ts';

adapterContract(slackDriver('Socket Mode'));
