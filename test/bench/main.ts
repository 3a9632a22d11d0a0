import { convert } from './convert.ts';
import { field } from './field.ts';
import { pastes } from './pastes.ts';
import { robustness } from './robustness.ts';
import { routing } from './routing.ts';
import { scale } from './scale.ts';

/** The benches by name; each gives the exit code, 1 when a bar is missed. */
const BENCHES: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  routing,
  scale,
  robustness,
  field,
  pastes,
  convert,
};

const [name = '', ...words] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
  process.exitCode = 2;
} else process.exitCode = await bench(words);
