import { memoryBytes } from '../../calculating/units.ts';

/** What the words of a question give of a launch; what they leave out is undefined. */
export type Launch = {
  /** Every block size named, in the text's order: more than one asks for a comparison. */
  readonly sizes: readonly number[];
  readonly warps: number | undefined;
  readonly registers: number | undefined;
  readonly accumulators: number | undefined;
  readonly scalars: number | undefined;
  /** Bytes of a block. */
  readonly shared: number | undefined;
  /** Registers that the compiler had to keep in memory, where its lines say so. */
  readonly spills: number | undefined;
};

/** Reads a launch from words or compiler lines: "128 regs 256 threads 64KB smem", "Used 128 registers, 49152 bytes smem". */
export function readLaunch(text: string): Launch {
  const number = (...patterns: readonly RegExp[]): number | undefined => {
    for (const pattern of patterns) {
      const match = pattern.exec(text);
      if (match?.[1] !== undefined) return Number(match[1].replaceAll(',', ''));
    }
    return undefined;
  };
  return {
    sizes: sizesIn(text),
    warps: number(/\bnum_warps\s*[:=]?\s*(\d+)/i, WARPS),
    // A label with a colon comes first: in "VGPRs: 96 AGPRs: 0" the number before a name belongs to the name before it.
    registers: number(
      /\b(?:n_regs|maxrregcount|(?:num)?vgprs?|reg(?:ister)?s?)(?:[ _]*(?:\/|per|a)[ _]*(?:thread|lane))?\s*[:=]\s*(\d+)/i,
      /(\d+)\s*(?:v?regs?|registers?|vgprs?)\b/i,
      /\b(?:n_regs|maxrregcount|reg(?:ister)?s?(?:[ /]per[ /]thread)?|vgprs?)\s*(?:of|is|to)?\s*(\d+)(?!\s*(?:threads|warps|waves|blocks))/i,
    ),
    accumulators: number(/\b(?:num)?agprs?\s*[:=]\s*(\d+)/i, /(\d+)\s*agprs?\b/i),
    scalars: number(/\b(?:num|total)?sgprs?\s*[:=]\s*(\d+)/i, /(\d+)\s*sgprs?\b/i),
    shared: sharedIn(text),
    spills: number(
      /\bn_spills\s*[:=]?\s*(\d+)/i,
      /\b(?:vgprs?|sgprs?) spill\w*\s*[:=]?\s*(\d+)/i,
      /(\d+) bytes spill/i,
    ),
  };
}

const WARPS = /(\d+)\s*(?:warps?|wave(?:front)?s?)\b(?!\s*(?:per|\/|a|an)\s*(?:sm|simd|cu|eu|wgp)\b)/i;

/** Names beside which a number is no size of a block. */
const OTHER = String.raw`(?:regs?|registers?|v?gprs?|vgprs?|sgprs?|bytes|kb|kib|warps?)\b`;

const JOINT = String.raw`\b(?:or|vs|versus|and|against)\b\.?`;
// Each blank can be read in one way only: two ways in a repetition would take time without end.
const JOINED = String.raw`\d{2,4}(?:\s*-?threads?)?(?:(?:\s*,(?:\s*${JOINT})?|\s*${JOINT})\s*\d{2,4}(?:\s*-?threads?)?)+`;
const LIST = new RegExp(
  `(?<![\\w.])${JOINED}\\s*(?:-?threads?|per block)\\b|\\bblock ?sizes?\\s*(?:of\\s*)?${JOINED}\\b`,
  'i',
);

function sizesIn(text: string): readonly number[] {
  const shape =
    /\b(?:block|dim3|threads|workgroup|blockdim)\w*\s*(?:of|is|size)?\s*[=:(]*\s*(\d{1,4})\s*[x×]\s*(\d{1,4})(?:\s*[x×]\s*(\d{1,4}))?/i.exec(
      text,
    ) ??
    /\b(?:block|dim3|threads)\w*\s*=?\s*\(\s*(\d{1,4})\s*,\s*(\d{1,4})(?:\s*,\s*(\d{1,4}))?\s*\)/i.exec(text) ??
    /\b(\d{1,4})\s*[x×]\s*(\d{1,4})(?:\s*[x×]\s*(\d{1,4}))?\s*(?:threads?|thread ?blocks?|blocks?\b(?! size))/i.exec(
      text,
    );
  if (shape !== null) return [shape.slice(1).reduce((size, part) => size * Number(part ?? 1), 1)];
  const list = LIST.exec(text)?.[0];
  if (list !== undefined && /or|vs|versus|and|against/i.test(list))
    return [...new Set((list.match(/\d+/g) ?? []).map(Number))];
  const one =
    /(\d[\d,]*)\s*-?\s*(?:threads?|thr|work-?items|lanes)\b(?!\s*(?:per|\/|an?)\s*(?:sm|cu|gpu)\b)/i.exec(text) ??
    /\b(?:(?:thread ?)?blocks?(?:[ _-]?(?:size|dim))?|bs|tpb|cta|threads?(?:[ _/]*(?:per|a|in a|in each)?[ _/]*(?:block|cta))?|work-?group(?:[ _-]?size)?)\s*(?:of|is|[:=])?\s*(\d{2,4})\b/i.exec(
      text,
    );
  return one?.[1] === undefined || new RegExp(`^\\s*${OTHER}`, 'i').test(text.slice(one.index + one[0].length))
    ? []
    : [Number(one[1].replaceAll(',', ''))];
}

function sharedIn(text: string): number | undefined {
  const name = String.raw`(?:smem|sram|shared(?:[ _-]?mem(?:ory)?)?|lds(?: size)?(?: \[bytes\/block\])?|ldsbytesize)(?:\s*(?:per|\/|an?)\s*(?:block|cta|work-?group|wg))?`;
  const kind = String.raw`(?:\s*(?:\/|per|an?)\s*(?:block|cta|work-?group|wg))?\s*(?:of )?(?:(?:static|dynamic|total)\s*)?`;
  // A number that belongs to another name is none of shared memory: "0 shared 128 regs".
  const amount = String.raw`(?!\d[\d,.]*\s*(?:regs?|registers?|v?gprs?|vgprs?|threads?|warps?|waves?|blocks?|ctas?)\b)(\d[\d,]*(?:\.\d+)?)\s*(k|m)?(?:i?b|bytes)?\b`;
  const match =
    new RegExp(`\\b${name}\\s*[:=]\\s*${amount}`, 'i').exec(text) ??
    new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)\\s*(?:(k|m)(?:i?b)?|i?b|bytes)\\b${kind}${name}\\b`, 'i').exec(text) ??
    new RegExp(`\\b${name}\\s*(?:of|is|usage|use)?\\s*${amount}`, 'i').exec(text) ??
    new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)()\\s*${kind}${name}\\b`, 'i').exec(text) ??
    /(\d[\d,]*(?:\.\d+)?)\s*(k|m)(?:i?b)?\s*(?:per|\/|a)\s*(?:block|cta|work-?group)\b/i.exec(text);
  return match?.[1] === undefined ? undefined : memoryBytes(match[1], match[2] ?? '');
}
