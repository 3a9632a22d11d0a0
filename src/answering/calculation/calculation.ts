import type { Library } from '../../knowledge/library.ts';
import type { Specialist } from '../respond.ts';
import { createReadDevices } from './device.ts';
import { answerFact } from './fact.ts';
import { answerModelMemory } from './model-memory.ts';
import { answerOccupancy } from './occupancy.ts';
import { answerReverse } from './reverse.ts';
import { answerRoofline } from './roofline.ts';
import { answerTile } from './tile.ts';
import { answerTraffic } from './traffic.ts';

/** A calculation's inputs stand in a sentence or a compiler's few lines; what is longer is a log. */
const LONGEST = 600;

/** Numbers on demand: hardware facts, occupancy, roofline, tiles and memory, each only when the question holds its inputs. */
export function createCalculation(library: Library): Specialist {
  const read = createReadDevices(library);
  const answers = [
    answerReverse,
    answerOccupancy,
    answerTile,
    answerRoofline,
    answerModelMemory,
    answerTraffic,
    answerFact,
  ];
  return ({ text }) => {
    if (text.length > LONGEST) return undefined;
    const asked = read(text);
    for (const answer of answers) {
      const found = answer(asked, library);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
