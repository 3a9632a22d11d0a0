import { countOf, TYPE_BYTES } from '../../calculating/units.ts';

const TYPES = new RegExp(`\\b(${Object.keys(TYPE_BYTES).join('|')})s?\\b`, 'i');

/** Types whose peak the hardware table may give, with the name of the peak to use. */
const PEAK: Readonly<Record<string, string>> = {
  float: 'fp32',
  float32: 'fp32',
  f32: 'fp32',
  half: 'fp16',
  float16: 'fp16',
  f16: 'fp16',
  bfloat16: 'bf16',
  e4m3: 'fp8',
  e5m2: 'fp8',
  mxfp8: 'fp8',
  i8: 'int8',
  w8a8: 'int8',
  // Weights alone are small: the products run in 16 bits.
  w4a16: 'fp16',
  awq: 'fp16',
  gptq: 'fp16',
  double: 'fp64',
  f64: 'fp64',
  nvfp4: 'fp4',
  mxfp4: 'fp4',
};

/** An element type as named in a text. */
export type Type = {
  /** As written, in lower case. */
  readonly name: string;
  /** Its name among the peaks of the hardware table. */
  readonly peak: string;
  readonly bytes: number;
};

/** The first element type that a text names: "bf16", "half", "32M floats". */
export function typeIn(text: string): Type | undefined {
  const name = TYPES.exec(text)?.[1]?.toLowerCase();
  return name === undefined ? undefined : { name, peak: PEAK[name] ?? name, bytes: TYPE_BYTES[name] ?? 2 };
}

/** Takes inputs out of a text one after another: what was read as one input is not read as another. */
export type Reader = {
  /** The number behind the first of the patterns that fits: group 1, with a suffix such as k in group 2; 1k is 1,024. */
  count(...patterns: readonly RegExp[]): number | undefined;
  /** The groups of the first pattern that fits. */
  groups(...patterns: readonly RegExp[]): readonly (string | undefined)[] | undefined;
  /** A number that people write before or behind its name, "32 heads" or "heads 32". `names` is the source of a pattern. */
  either(names: string): number | undefined;
  /** What is left. */
  rest(): string;
};

export function reader(text: string): Reader {
  let rest = text;
  const take = (start: number, length: number): void => {
    rest = `${rest.slice(0, start)} ; ${rest.slice(start + length)}`;
  };
  const groups: Reader['groups'] = (...patterns) => {
    for (const pattern of patterns) {
      const match = pattern.exec(rest);
      if (match === null) continue;
      take(match.index, match[0].length);
      return match.slice(1);
    }
    return undefined;
  };
  return {
    groups,
    either(names) {
      for (const match of rest.matchAll(new RegExp(`(?<![\\w.])(\\d+)\\s*(k)?\\s*-?(?:${names})\\b`, 'gi'))) {
        if (match[1] === undefined || belongsBefore(rest.slice(0, match.index))) continue;
        take(match.index, match[0].length);
        return countOf(match[1], match[2] ?? '', true);
      }
      const match = new RegExp(`\\b(?:${names})\\s*(?:of|is|[=:])?\\s*(\\d+)\\s*(k)?\\b`, 'i').exec(rest);
      if (match?.[1] === undefined) return undefined;
      take(match.index, match[0].length);
      return countOf(match[1], match[2] ?? '', true);
    },
    count(...patterns) {
      const found = groups(...patterns);
      return found?.[0] === undefined ? undefined : countOf(found[0], found[1] ?? '', true);
    },
    rest: () => rest,
  };
}

// A bare s before a number is a name, as in "h=32 s=4096".
const TIME = String.raw`(\d[\d,]*(?:\.\d+)?)\s*(ns|us|µs|μs|usecs?|microseconds?|ms|msecs?|milliseconds?|s(?!\s*[=:]?\s*\d)|secs?|seconds?)\b`;
const SAID = String.raw`(?:takes?|took|taking|measured?|measure|runs?|ran|time(?:d)?(?: is)?|latency|in|at|@)\s*(?:at|in|of|about|around|~|≈|=|:)?\s*`;

/** A time as "takes 40 us", "in 2.1ms", or bare; undefined without one. In seconds. */
export function secondsIn(text: string): number | undefined {
  const match = new RegExp(SAID + TIME, 'i').exec(text) ?? new RegExp(`(?<![\\w.])${TIME}`, 'i').exec(text);
  if (match?.[1] === undefined) return undefined;
  const unit = match[2]?.toLowerCase() ?? '';
  const scale = unit.startsWith('n')
    ? 1e-9
    : /^(?:u|µ|μ|micro)/.test(unit)
      ? 1e-6
      : /^(?:ms|milli)/.test(unit)
        ? 1e-3
        : 1;
  return Number(match[1].replaceAll(',', '')) * scale;
}

/** Something that goes wrong is the library's to answer. */
export const TROUBLE =
  /fail|error|\bhang|crash|stuck|deadlock|watchdog|mismatch|insufficient|\boom\b|out of memory|\bnans?\b|wrong|\bslow|\bwhy\b/i;

/** Asks how something is done, not how much it is. */
export const HOW_TO = /\bhow (?:do|does|can|could|to|should)\b|\b(?:enable|disable|configure|set up)\b/i;

/** A rate of arithmetic in FLOP a second: "650 TFLOPS", "1.2 PFLOP/s". */
export function flopRateIn(text: string): number | undefined {
  const match = /(\d[\d,]*(?:\.\d+)?)\s*([gtp])(?:fl?op(?:\/s|s)?|ops?(?:\/s)?)\b/i.exec(text);
  return match?.[1] === undefined ? undefined : countOf(match[1], match[2] ?? '');
}

/**
 * A rate of bytes in bytes a second: "2.8 TB/s", "450 gb/s"; "400 Gb/s", "400 gbps" and "400 gbit/s" are bits. All in small
 * letters a slash says bytes, as people type it.
 */
export function byteRateIn(text: string): number | undefined {
  const match = /(\d[\d,]*(?:\.\d+)?)\s*([kmgt])(i?b|bits?|bytes?)\s*(\/|p| per )\s*s(?:ec(?:ond)?)?\b/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  const small = match[3] === 'b' && (match[4]?.toLowerCase() === 'p' || match[2] === match[2]?.toUpperCase());
  const bits = small || /^bits?$/i.test(match[3] ?? '');
  return countOf(match[1], match[2] ?? '') / (bits ? 8 : 1);
}

const LABEL =
  /\b(?:seq\w*|len\w*|(?:micro ?)?batch(?:[ _-]?size)?|bs|b|\w*dim\w*|size|context|ctx|tokens?|\w*heads?|layers?|hidden|width|d|s|n|l|h)\s*[=:]?\s*$/i;

/**
 * True when the number behind this text belongs to a name before it, as 4096 in "seqlen 4096 heads 32": names and numbers
 * take turns, and the first of them shows which way round they are written.
 */
function belongsBefore(text: string): boolean {
  let rest = text;
  let first: 'name' | 'number' | undefined;
  for (;;) {
    const name = first === 'name' ? null : LABEL.exec(rest);
    const number = first === 'number' || first === undefined ? null : /\b\d+k?\s*-?$/i.exec(rest);
    const found = name ?? number;
    if (found === null) return first === 'name';
    first = name === null ? 'number' : 'name';
    rest = rest.slice(0, found.index);
  }
}
