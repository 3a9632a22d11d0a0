import { blockSizes, type Launched, largest, type Residency } from '../../calculating/residency.ts';
import { bytesText, rounded } from '../../calculating/units.ts';

/** What to change for more occupancy, one input at a time: fewer registers, less shared memory, another block size. */
export function nextSteps(residency: Residency, launch: Launched): readonly string[] {
  const now = residency.at(launch);
  if (now.share >= 1) return [];
  const { words } = residency;
  const more = { waves: now.waves + 1 };
  const share = (changed: Launched): string => `${rounded(residency.at(changed).share * 100)} %`;
  const registers = largest(residency, { ...launch, registers: 1 }, 'registers', more);
  const shared = largest(residency, launch, 'shared', more);
  const sizes = blockSizes(residency, launch).filter(
    ({ threads, held }) => held.share > now.share && USUAL.has(threads),
  );
  const closest = sizes.toSorted(
    (one, other) => Math.abs(one.threads - launch.threads) - Math.abs(other.threads - launch.threads),
  )[0];
  const best = sizes.toSorted((one, other) => other.held.share - one.held.share)[0];
  const steps = [
    ...(registers === undefined || registers >= launch.registers || registers < FEWEST
      ? []
      : [`${registers} ${words.registers} or fewer (${share({ ...launch, registers })})`]),
    ...(shared === undefined || shared >= launch.shared
      ? []
      : [`${bytesText(shared)} (${shared} bytes) of ${words.shared} or less (${share({ ...launch, shared })})`]),
    ...(closest === undefined
      ? []
      : [
          `${words.block}s of ${closest.threads} threads (${share({ ...launch, threads: closest.threads })})`,
          ...(best === undefined || best.held.share <= closest.held.share
            ? []
            : [`${words.block}s of ${best.threads} threads (${share({ ...launch, threads: best.threads })})`]),
        ]),
  ];
  return [
    steps.length > 0
      ? `The next step up: ${steps.join('; or ')}.`
      : `No single change of ${words.registers}, ${words.shared} or ${words.block} size gives more: change two together.`,
    'More occupancy helps only while warps wait; a kernel that keeps its pipes busy gains nothing from it.',
  ];
}

/** Block sizes that kernels are written for. */
const USUAL = new Set([32, 64, 96, 128, 192, 256, 320, 384, 512, 640, 768, 1024]);

/** Fewer registers than this no compiler makes of a real kernel. */
const FEWEST = 16;
