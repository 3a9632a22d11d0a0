import { LEAST_SPLIT, splitK, tileWaves } from '../../calculating/tiles.ts';
import { bytesText, rounded } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Asked } from './device.ts';
import { reader } from './inputs.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** Asks for the figures, not for how it is written. */
const ASKS =
  /\b(?:does|do|is|should|will|would|worth|helps?|needs?|how (?:many|much|big|full)|waves?|quanti[sz]ation|tail|share|wast\w*)\b/i;

/** Waves of tiles over a GPU: how full the last one is, and whether splitting K fills it. */
export function answerWaves({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const input = reader(bare.replace(/\bby\b/gi, 'x'));
  const blocks = input.count(/(\d+)()\s*(?:blocks?|ctas?|work-?groups?)\s*(?:per|\/|an?)\s*(?:sm|cu)\b/i) ?? 1;
  const named = (letter: string): number | undefined =>
    input.count(new RegExp(`\\bblock_?${letter}\\s*[=:]?\\s*(\\d+)()`, 'i'));
  const marked = input.groups(
    /\btiles?\s*(?:size)?\s*(?:of|is|[=:])?\s*(\d+)\s*[x×]\s*(\d+)(?:\s*[x×]\s*\d+)?\b/i,
    /\b(\d+)\s*[x×]\s*(\d+)(?:\s*[x×]\s*\d+)?\s*(?:output |cta |block |macro[- ]?|thread ?block )?(?:tiles?|blocks?)\b/i,
  );
  const [blockM, blockN] = marked === undefined ? [named('m'), named('n')] : marked.map(Number);
  named('k');
  const whole = input
    .groups(/\b(\d+)\s*[x×]\s*(\d+)(?:\s*[x×]\s*(\d+))?\b/i)
    ?.map((part) => (part === undefined ? undefined : Number(part)));
  const size = (letter: string): number | undefined =>
    input.count(
      new RegExp(`\\b${letter}\\s*[=:]\\s*(\\d+)(k)?\\b`, 'i'),
      new RegExp(`\\b${letter.toUpperCase()}\\s+(\\d+)(k)?\\b`),
    );
  const [m, n, k] = whole ?? [size('m'), size('n'), size('k')];
  const second = blockM === undefined ? input.groups(/\b(\d+)\s*[x×]\s*(\d+)\b/i)?.map(Number) : [blockM, blockN];
  if (m === undefined || n === undefined) return undefined;
  const [tileM, tileN] = second ?? [];
  if (tileM === undefined || tileN === undefined)
    return !ASKS.test(bare)
      ? undefined
      : askFor('tile-waves', 'Which output tile?', text, ['128x128 tile', '128x256 tile', '64x64 tile']);
  if ([m, n, tileM, tileN, k ?? 1, blocks].some((value) => value < 1))
    return impossible('tile-waves', 'Every size of a tile and of its output is at least 1.');
  const [device] = devices;
  if (device?.gpu === undefined)
    return askFor('tile-waves', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const units = device.gpu.units[0];
  const found = tileWaves(m, n, tileM, tileN, units, blocks);
  const split = splitK(found, k);
  const unit = device.architecture.vendor === 'nvidia' ? 'SMs' : 'CUs';
  const asksSplit = /split-?k|stream-?k/i.test(bare);
  const tiles = `${found.tiles} tile${found.tiles === 1 ? '' : 's'}`;
  return worked({
    name: 'tile-waves',
    title: `${[m, n, ...(k === undefined ? [] : [k])].join('×')} in ${tileM}×${tileN} tiles on ${device.name}`,
    lead: asksSplit
      ? split > 1
        ? `Yes: ${tiles} leave ${rounded(found.wasted * 100)} % of ${found.slots} slots empty; split K ${split} ways${k === undefined ? '' : `, ${Math.ceil(k / split)} of K each`}.`
        : found.tiles >= found.slots
          ? `No: ${tiles} fill the ${found.slots} slots already, and splitting adds the traffic of partial sums. Stream-K or a persistent kernel evens the last wave out (${rounded(found.wasted * 100)} % empty).`
          : `Hardly: ${tiles} fill more than half of ${found.slots} slots, or K is too short to split.`
      : `${tiles} in ${found.waves} wave${found.waves === 1 ? '' : 's'} of ${found.slots}: ${rounded(found.wasted * 100)} % of the slots stay empty${split > 1 ? `; split K ${split} ways to fill them` : ''}.`,
    working: [
      `tiles = ⌈${m} / ${tileM}⌉ × ⌈${n} / ${tileN}⌉ = ${found.tiles}`,
      `slots = ${units} ${unit} × ${blocks} = ${found.slots}; waves = ⌈${found.tiles} / ${found.slots}⌉ = ${found.waves}`,
      `the last wave is ${rounded(found.lastWave * 100)} % full; wasted = 1 − ${found.tiles} / (${found.waves} × ${found.slots}) = ${rounded(found.wasted * 100)} %`,
      `outside the output: ${rounded(found.outside * 100)} % of the computed elements`,
      ...(split > 1
        ? [
            `split K: ⌊${found.slots} / ${found.tiles}⌋ = ${found.splitK}${split < found.splitK ? `, held to ${split} so that each way keeps ${LEAST_SPLIT} of K` : ''}; partial sums in fp32: ${split} × ${m} × ${n} × 4 bytes = ${bytesText(split * m * n * 4)}, written and read again`,
          ]
        : []),
    ],
    notes: [
      ...(blocks === 1 && !/per (?:sm|cu)/i.test(bare)
        ? [`One block per ${unit.slice(0, -1)} is assumed; give another as "2 blocks per ${unit.slice(0, -1)}".`]
        : []),
      'A persistent or stream-K schedule evens the last wave out; so does a smaller tile, at the price of more traffic.',
    ],
    values: {
      tiles: found.tiles,
      waves: found.waves,
      last_wave_percent: Number((found.lastWave * 100).toPrecision(6)),
      wasted_percent: Number((found.wasted * 100).toPrecision(6)),
      split_k: split,
      ...(k === undefined || split === 1
        ? {}
        : { k_per_split: Math.ceil(k / split), partial_sum_bytes: split * m * n * 4 }),
    },
    sources: hardwareSources(library, [device.gpu.units[1]]),
    stacks: [],
  });
}
