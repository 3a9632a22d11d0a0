import { RULES } from '../../calculating/sources.ts';
import { bankConflict } from '../../calculating/tiles.ts';
import { TYPE_BYTES } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import { worked } from './worked.ts';

const UNIT = `(bytes?|b|floats?|ints?|elements?|words?|half(?:s|ves)?|doubles?|float[24]s?|${Object.keys(TYPE_BYTES).join('|')})`;

/** Bank conflicts of a stride: "stride of 33 floats", "128-byte stride", "float tile[32][33]". */
export function answerBankConflict(text: string): Answer | undefined {
  if (!/bank[ -]?conflicts?|conflict-?free/i.test(text)) return undefined;
  const array = new RegExp(
    `(?:${UNIT}\\s+)?\\w*\\s*\\[\\s*(\\d+)\\s*\\]\\s*\\[\\s*(\\d+)\\s*(?:\\+\\s*(\\d+)\\s*)?\\]`,
    'i',
  ).exec(text);
  const match =
    new RegExp(`strides?\\s*(?:of|=|is|:)?\\s*(\\d+)\\s*${UNIT}?\\b`, 'i').exec(text) ??
    new RegExp(`\\b(\\d+)[- ]?${UNIT}?[- ]strides?\\b`, 'i').exec(text) ??
    new RegExp(
      `(?:pitch|leading dim\\w*|row (?:length|size|of)|lda)\\s*(?:of|=|is|:)?\\s*(\\d+)\\s*${UNIT}?\\b`,
      'i',
    ).exec(text);
  const count = array === null ? match?.[1] : String(Number(array[3]) + Number(array[4] ?? 0));
  if (count === undefined) return undefined;
  const access = accessBytes((array === null ? match?.[2] : array[1]) ?? elsewhere(text));
  const unit = access.unit;
  const bytes = Number(count) * unit;
  const ways = bankConflict(bytes, access.bytes);
  const padded = bytes + access.bytes;
  const lanes = Math.min(32, 128 / access.bytes);
  return worked({
    name: 'bank-conflict',
    title: `Bank conflicts of a ${bytes}-byte stride${access.bytes > 4 ? `, ${access.bytes} bytes a lane` : ''}`,
    lead:
      ways === 1
        ? `None: ${lanes} lanes at a time reach different banks, or share words.`
        : `${ways}-way: the access takes ${ways} passes instead of one.`,
    working: [
      ...(array === null
        ? []
        : [`a column of ${array[0].trim()}: neighbouring lanes are one row of ${count} elements apart`]),
      ...(unit === 1 ? [] : [`${count} × ${unit} bytes = ${bytes} bytes`]),
      `bank of lane i = ⌊i × ${bytes} / 4⌋ mod 32, 32 banks of 4 bytes`,
      ...(access.bytes > 4 ? [`${access.bytes} bytes a lane are served ${lanes} lanes at a time`] : []),
      `the fullest bank is asked for ${ways} different word${ways === 1 ? '' : 's'}`,
    ],
    notes:
      ways === 1
        ? []
        : [
            `Pad the row by ${access.bytes > 4 ? `one element of ${access.bytes} bytes` : 'one 4-byte word'} (a stride of ${access.bytes > 4 ? padded : bytes + 4} bytes: ${bankConflict(access.bytes > 4 ? padded : bytes + 4, access.bytes)}-way), or swizzle the column.`,
          ],
    values: { bank_conflict_ways: ways, stride_bytes: bytes },
    sources: [RULES.banks],
    stacks: [],
  });
}

/** A type named apart from the stride, such as "fp16 tile, row stride 64". */
function elsewhere(text: string): string {
  return new RegExp(`\\b${UNIT}\\b`, 'i').exec(text.replace(/\bb\b/gi, ' '))?.[1] ?? 'words';
}

/** Bytes of what the stride counts, and of what a lane reads at once. */
function accessBytes(name: string): { readonly unit: number; readonly bytes: number } {
  const word = name.toLowerCase();
  if (/^b(?:ytes?)?$/.test(word)) return { unit: 1, bytes: 4 };
  if (/^float4/.test(word)) return { unit: 16, bytes: 16 };
  if (/^float2/.test(word)) return { unit: 8, bytes: 8 };
  const size = /^hal/.test(word) ? 2 : /^double/.test(word) ? 8 : (TYPE_BYTES[word] ?? 4);
  return { unit: size, bytes: Math.max(4, size) };
}
