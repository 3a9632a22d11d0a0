import type { Held, Input, Launched, Residency } from '../../calculating/residency.ts';
import { bytesText } from '../../calculating/units.ts';
import type { Chart } from '../../contract/index.ts';

/**
 * The input whose chart teaches most: the one that was asked about, else the one that limits. A launch that fills the GPU
 * shows how far its registers could grow.
 */
export function telling(held: Held, asked?: Input): Input {
  if (asked !== undefined) return asked;
  if (held.share >= 1) return 'registers';
  const limits = (...names: readonly string[]): boolean => held.limiters.some((limiter) => names.includes(limiter));
  if (limits('registers', 'vector registers')) return 'registers';
  return limits('shared memory', 'LDS') ? 'shared' : 'threads';
}

/** Occupancy against one input, the others kept, with this launch as a point named `mark`. */
export function occupancyChart(
  name: string,
  residency: Residency,
  launch: Launched,
  along: Input,
  mark = 'this kernel',
): Chart {
  const { words, most } = residency;
  const at = (value: number): readonly [number, number] => [
    along === 'shared' ? value / 1024 : value,
    Number((residency.at({ ...launch, [along]: value }).share * 100).toPrecision(6)),
  ];
  const kept = {
    threads: `${launch.threads} threads`,
    registers: `${launch.registers} ${words.registers}`,
    shared: `${bytesText(launch.shared)} ${words.shared}`,
  };
  const others = (Object.keys(kept) as Input[])
    .filter((input) => input !== along && launch[input] > 0)
    .map((input) => kept[input]);
  const axis = {
    threads: { title: `${words.block} size`, label: `threads per ${words.block}` },
    registers: { title: words.registers, label: `${words.registers} per ${words.thread}` },
    shared: { title: words.shared, label: `${words.shared} per ${words.block}, KiB` },
  }[along];
  return {
    title: `Occupancy by ${axis.title}, ${others.join(', ')}, ${name}`,
    x: { label: axis.label, logarithmic: false },
    y: { label: 'occupancy, %', logarithmic: false },
    lines: [
      { name: 'occupancy', style: 'line', points: samples(along, residency).map(at) },
      ...(launch[along] > most[along] ? [] : [{ name: mark, style: 'points' as const, points: [at(launch[along])] }]),
    ],
  };
}

/** Values of an input close enough together that every step of the curve shows. */
function samples(along: Input, { most, unit }: Residency): readonly number[] {
  const least = { threads: unit.threads, registers: 16, shared: 0 }[along];
  const step =
    along === 'shared' ? unit.shared * Math.max(1, Math.floor(most.shared / unit.shared / 400)) : unit[along];
  return Array.from({ length: Math.floor((most[along] - least) / step) + 1 }, (_, index) => least + index * step);
}
