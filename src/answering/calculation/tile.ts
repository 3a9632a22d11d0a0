import { RULES } from '../../calculating/sources.ts';
import { bankConflict, tileBytes, tileWaves } from '../../calculating/tiles.ts';
import { bytesText, rounded, TYPE_BYTES } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { FindDevices } from './device.ts';
import { askFor, hardwareSources, worked } from './worked.ts';

const TYPES = new RegExp(`\\b(${Object.keys(TYPE_BYTES).join('|')})\\b`, 'i');

/** Shared memory of a tile, waves of tiles over the GPU, bank conflicts of a stride. */
export function answerTile(text: string, library: Library, find: FindDevices): Answer | undefined {
  if (/bank[ -]?conflicts?/i.test(text) && /stride/i.test(text) && /\d/.test(text)) return conflict(text);
  if (!/\btiles?\b|\bblock_[mnk]\b/i.test(text)) return undefined;
  if (/wave|quantiz|tail|last wave|split-?k/i.test(text)) return waves(text, library, find);
  if (/smem|shared|lds|stages?|fit/i.test(text)) return shared(text, library, find);
  return undefined;
}

function shared(text: string, library: Library, find: FindDevices): Answer | undefined {
  const dims = /\b(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})\b/.exec(text);
  const named = (letter: string): number | undefined =>
    Number(new RegExp(`\\bblock_${letter}\\s*=?\\s*(\\d+)`, 'i').exec(text)?.[1]) || undefined;
  const [m, n, k] = dims === null ? [named('m'), named('n'), named('k')] : dims.slice(1).map(Number);
  if (m === undefined || n === undefined || k === undefined) return undefined;
  const type = TYPES.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return askFor('tile', 'Of which type?', text, ['fp16', 'fp8', 'fp32']);
  const stages = Number(
    /(\d+)\s*[- ]?stages?/i.exec(text)?.[1] ?? /\b(?:num_)?stages?\s*[=:]?\s*(\d+)/i.exec(text)?.[1] ?? Number.NaN,
  );
  if (Number.isNaN(stages)) return askFor('tile', 'How many stages?', text, ['2 stages', '3 stages', '4 stages']);
  const [device] = find(text);
  if (device === undefined) return askFor('tile', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const { architecture } = device;
  const limit = architecture.vendor === 'nvidia' ? architecture.sharedPerBlock : architecture.ldsPerBlock;
  const size = TYPE_BYTES[type] ?? 2;
  const perStage = tileBytes(m, n, k, 1, size);
  const bytes = tileBytes(m, n, k, stages, size);
  const fits = bytes <= limit;
  const most = Math.floor(limit / perStage);
  return worked({
    name: 'tile',
    title: `Shared memory of a ${m}×${n}×${k} tile, ${stages} stages, ${type}, on ${device.name}`,
    lead: fits
      ? `${bytes} bytes (${bytesText(bytes)}): it fits the ${limit} bytes that a block on ${device.name} may use.`
      : `${bytes} bytes are required and the limit on ${device.name} is ${limit}: it does not fit. ${most >= 1 ? `At most ${most} stage${most === 1 ? '' : 's'} of this tile do.` : 'Not even one stage does: halve the tile.'}`,
    working: [
      `a stage = (${m} × ${k} + ${k} × ${n}) × ${size} bytes = ${perStage} bytes`,
      `${stages} stages = ${bytes} bytes of ${limit}`,
    ],
    notes: [
      'This counts the two input tiles; a compiler may add scratch for the epilogue, barriers and layout changes, or keep one operand in registers.',
    ],
    values: { shared_bytes: bytes, shared_limit_bytes: limit, fits: fits ? 'yes' : 'no', stages_that_fit: most },
    sources: hardwareSources(library, architecture.sources),
    stacks: [],
  });
}

function waves(text: string, library: Library, find: FindDevices): Answer | undefined {
  const pairs = [...text.matchAll(/\b(\d{2,7})\s*[x×]\s*(\d{2,7})\b/g)].map(
    (match) => [Number(match[1]), Number(match[2])] as const,
  );
  const [one, other] = pairs;
  if (one === undefined || other === undefined) return undefined;
  const [[m, n], [tileM, tileN]] = one[0] * one[1] >= other[0] * other[1] ? [one, other] : [other, one];
  const [device] = find(text);
  if (device?.gpu === undefined)
    return askFor('tile-waves', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const units = device.gpu.units[0];
  const blocks = Number(/(\d+)\s*(?:blocks?|ctas?)\s*(?:per|\/|a)\s*(?:sm|cu)/i.exec(text)?.[1] ?? 1);
  const found = tileWaves(m, n, tileM, tileN, units, blocks);
  return worked({
    name: 'tile-waves',
    title: `${m}×${n} in ${tileM}×${tileN} tiles on ${device.name}`,
    lead: `${found.tiles} tiles in ${found.waves} wave${found.waves === 1 ? '' : 's'} of ${found.slots}: ${rounded(found.wasted * 100)} % of the slots stay empty${found.splitK > 1 ? `; split K ${found.splitK} ways to fill them` : ''}.`,
    working: [
      `tiles = ⌈${m} / ${tileM}⌉ × ⌈${n} / ${tileN}⌉ = ${found.tiles}`,
      `slots = ${units} units × ${blocks} = ${found.slots}; waves = ⌈${found.tiles} / ${found.slots}⌉ = ${found.waves}`,
      `the last wave is ${rounded(found.lastWave * 100)} % full; wasted = 1 − ${found.tiles} / (${found.waves} × ${found.slots}) = ${rounded(found.wasted * 100)} %`,
      `outside the output: ${rounded(found.outside * 100)} % of the computed elements`,
    ],
    notes: [
      'A persistent or stream-K schedule evens the last wave out; so does a smaller tile, at the price of more traffic.',
    ],
    values: {
      tiles: found.tiles,
      waves: found.waves,
      last_wave_percent: Number((found.lastWave * 100).toPrecision(6)),
      wasted_percent: Number((found.wasted * 100).toPrecision(6)),
      split_k: found.splitK,
    },
    sources: hardwareSources(library, [device.gpu.units[1]]),
    stacks: [],
  });
}

function conflict(text: string): Answer | undefined {
  const match =
    /stride\s*(?:of|=|is)?\s*(\d+)\s*(bytes?|b|floats?|elements?|words?|halfs?|halves|doubles?)?/i.exec(text) ??
    /(\d+)[- ](bytes?|floats?|elements?|words?|half(?:s|ves)?|doubles?)[- ]stride/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  const unit = (match[2] ?? 'words').toLowerCase();
  const scale = /^b/.test(unit) ? 1 : /^half|^halv/.test(unit) ? 2 : /^double/.test(unit) ? 8 : 4;
  const bytes = Number(match[1]) * scale;
  const ways = bankConflict(bytes);
  return worked({
    name: 'bank-conflict',
    title: `Bank conflicts of a ${bytes}-byte stride`,
    lead:
      ways === 1
        ? 'None: the 32 lanes reach 32 different banks, or share words.'
        : `${ways}-way: the access takes ${ways} passes instead of one.`,
    working: [
      `bank of lane i = ⌊i × ${bytes} / 4⌋ mod 32, 32 banks of 4 bytes`,
      `the fullest bank is asked for ${ways} different word${ways === 1 ? '' : 's'}`,
    ],
    notes:
      ways === 1
        ? []
        : [
            `Pad the row by one 4-byte word (a stride of ${bytes + 4} bytes: ${bankConflict(bytes + 4)}-way), or swizzle the column.`,
          ],
    values: { bank_conflict_ways: ways, stride_bytes: bytes },
    sources: [RULES.banks],
    stacks: [],
  });
}
