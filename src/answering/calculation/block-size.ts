import { blockSizes, type Launched, type Residency, reaches } from '../../calculating/residency.ts';
import { rounded } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Device } from './device.ts';
import { occupancyChart } from './occupancy-chart.ts';
import { given, heldText, heldValues, list, targetText } from './occupancy-words.ts';
import type { Backwards } from './target.ts';
import { hardwareSources, impossible, worked } from './worked.ts';

/** Which block size gives most, of all or of those named. */
export function answerBlockSize(
  device: Device,
  residency: Residency,
  kernel: Launched,
  { launch, target }: Backwards,
  library: Library,
): Answer {
  const { words } = residency;
  const all = blockSizes(residency, kernel);
  const top = Math.max(...all.map(({ held }) => held.share));
  const last = all.findLast(({ held }) => held.blocks > 0);
  const named = launch.sizes.length > 1 ? launch.sizes : undefined;
  const wanted = target === undefined || target === 'kept' ? { share: named === undefined ? top : 0 } : target;
  const reached = all.filter(({ held }) => reaches(held, wanted));
  const shown = named ?? COMMON;
  const rows = shown.map((threads) => ({ threads, held: residency.at({ ...kernel, threads }) }));
  const best = rows.reduce(
    (one, other) => (other.held.share > one.held.share ? other : one),
    rows[0] ?? { threads: kernel.threads, held: residency.at(kernel) },
  );
  const fits = reached.map(({ threads }) => threads);
  const tied = rows.filter(({ held }) => held.share === best.held.share).map(({ threads }) => threads);
  const pick =
    named === undefined
      ? (fits.find((threads) => threads === 256) ?? fits.find((threads) => threads >= 128) ?? fits[0])
      : best.threads;
  if (named === undefined && pick === undefined)
    return impossible(
      'occupancy',
      `No ${words.block} size reaches ${targetText(wanted, residency)} with ${given(kernel, residency, 'threads')} on ${device.name}: at most ${rounded(top * 100)} %.`,
    );
  const threads = pick ?? best.threads;
  const held = residency.at({ ...kernel, threads });
  return worked({
    name: 'occupancy',
    title: `Occupancy by ${words.block} size on ${device.name}`,
    lead:
      named === undefined
        ? `${list(fits)} threads a ${words.block} give ${'share' in wanted && wanted.share === top ? `the most, ${rounded(top * 100)} %` : targetText(wanted, residency)}${'share' in wanted && wanted.share === top ? '' : ' or more'}.`
        : tied.length === rows.length
          ? `No difference: ${list(named)} threads a ${words.block} give the same, ${rounded(best.held.share * 100)} %.`
          : `${list(tied)} threads a ${words.block} give the most, ${rounded(best.held.share * 100)} %.`,
    working: [
      `with ${given(kernel, residency, 'threads')}:`,
      ...rows.map(
        (row) =>
          `${row.threads} threads → ${heldText(row.held, residency)}, limited by ${row.held.limiters.join(' and ')}`,
      ),
      ...(last === undefined || named !== undefined ? [] : [`largest that launches: ${last.threads} threads`]),
    ],
    notes: [
      'Equal occupancy still differs: larger blocks synchronize more warps and end in bigger steps, smaller ones need more of them for the same reuse.',
    ],
    values: {
      best_block_size: threads,
      block_sizes: (named === undefined ? fits : tied).join(', '),
      ...heldValues(held, device),
    },
    sources: hardwareSources(library, device.architecture.sources),
    stacks: [],
    chart: occupancyChart(device.name, residency, { ...kernel, threads }, 'threads', `${threads} threads`),
  });
}

const COMMON = [64, 96, 128, 192, 256, 384, 512, 768, 1024];
