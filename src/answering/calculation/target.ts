import type { Input, Target } from '../../calculating/residency.ts';
import { type Launch, readLaunch } from './launch.ts';

/** A question that gives the occupancy, or leaves it open, and asks for an input. */
export type Backwards = {
  readonly input: Input;
  readonly launch: Launch;
  /** `kept`: as much as without this input; undefined: only that it runs at all. */
  readonly target: Target | 'kept' | undefined;
};

const ASKING = String.raw`\b(?:how (?:many|much)|max(?:imum|imal)?|most|largest|highest|number of|what|which|limit (?:on|of|for))\b(?:[\s#]+(?:is|are|number|amount|the|of|count|static|dynamic|total|possible|allowed|available|max(?:imum)?|vector|arch)\b){0,4}\s*`;
const CAN = String.raw`\s*(?:\w+\s+){0,4}?(?:can|may|could|should|do|must|budget|limit|cap|available|allowed|usage)\b`;
const REGISTERS = `(?:registers?|regs?|v?gprs?|vgprs?)`;
const SHARED = `(?:smem|shared(?:[ _-]?mem(?:ory)?)?|lds|sram)`;
const SIZE = String.raw`(?:(?:thread ?)?block[ _-]?(?:size|dim)s?|block|(?:threads?|warps?|waves?) per (?:block|cta|group|workgroup)|threads? (?:in|for) (?:a|each|my|the) block|threads?(?= (?:should|can|do|for))|work-?group[ _-]?sizes?|num_warps|launch config\w*)`;
const BEST = String.raw`\b(?:best|optimal|ideal|good|right|recommended)\s+`;

const WANTED: readonly (readonly [Input, RegExp])[] = [
  [
    'registers',
    new RegExp(
      `${ASKING}${REGISTERS}\\b|\\b${REGISTERS}${CAN}|\\bregister (?:budget|limit|cap)\\b|\\bwhat (?:should )?maxrregcount`,
      'i',
    ),
  ],
  ['shared', new RegExp(`${ASKING}${SHARED}\\b|\\b${SHARED}${CAN}`, 'i')],
  [
    'threads',
    new RegExp(`(?:${ASKING}(?:${BEST})?|${BEST})${SIZE}|\\b(?:tune|pick|choose) (?:the |a )?block[ _-]?size`, 'i'),
  ],
];

/** Beside a wanted occupancy the name of an input without a number asks for it: "registers for 100 % occupancy". */
const NAMED: readonly (readonly [Input, RegExp])[] = [
  ['registers', new RegExp(`\\b${REGISTERS}\\b`, 'i')],
  ['shared', new RegExp(`\\b${SHARED}\\b`, 'i')],
  ['threads', /\bblock[ _-]?sizes?\b/i],
];

/** Reads a question that goes from an occupancy to an input; undefined when it asks the other way round. */
export function readBackwards(text: string): Backwards | undefined {
  const launch = readLaunch(text);
  const target = targetIn(text);
  const free: Readonly<Record<Input, boolean>> = {
    registers: launch.registers === undefined,
    shared: launch.shared === undefined,
    threads: launch.sizes.length === 0 && launch.warps === undefined,
  };
  if (
    launch.sizes.length > 1 &&
    (target !== undefined ||
      (COMPARING.test(text) &&
        (launch.registers !== undefined || launch.shared !== undefined || /\boc+u+p/i.test(text))))
  )
    return { input: 'threads', launch, target };
  const input =
    WANTED.find(([name, pattern]) => free[name] && pattern.test(text))?.[0] ??
    (target === undefined || /\blimit(?:er|ed|s)?\b|\bbecause\b|\bdue to\b/i.test(text)
      ? undefined
      : NAMED.find(([name, pattern]) => free[name] && pattern.test(text))?.[0]);
  if (input === undefined) return undefined;
  const enough =
    input === 'threads'
      ? (!free.registers || !free.shared) &&
        (target !== undefined || /occ|best|optimal|ideal|good|right|largest|biggest|max/i.test(text))
      : target !== undefined || (input === 'registers' && !free.threads);
  if (!enough) return undefined;
  // The most occupancy that a block size can give need not be all of it.
  const most = input === 'threads' && !STRICT.test(text);
  return {
    input,
    launch,
    target:
      most && target !== undefined && target !== 'kept' && 'share' in target && target.share === 1 ? undefined : target,
  };
}

const STRICT = /\b(?:full|complete|100)\b/i;
const COMPARING = /occ|\bbetter\b|\bbest\b|\bvs\b|versus/i;

const NUMBER: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
};
const COUNT = String.raw`(\d+|one|two|three|four|five|six|seven|eight)`;
const PER = String.raw`\s*(?:per|\/|(?:fit )?(?:on|in|for) (?:an?|each|one|every|the)|an?|each)\s*`;
const WORD = String.raw`\boc+u+p+[ae]n[ct]\w*`;

function targetIn(text: string): Target | 'kept' | undefined {
  const groups = (...patterns: readonly string[]): readonly (string | undefined)[] | undefined =>
    patterns.map((pattern) => new RegExp(pattern, 'i').exec(text)).find((match) => match !== null);
  if (
    new RegExp(
      `without (?:\\w+ ){0,2}?(?:los|hurt|lower|drop|reduc|affect|decreas|limit)\\w* (?:\\w+ ){0,2}?${WORD}|(?:keep|before|until) (?:\\w+ ){0,3}?${WORD}(?! of)`,
      'i',
    ).test(text)
  )
    return 'kept';
  const percent = groups(
    `(\\d+(?:\\.\\d+)?)\\s*(?:%|percent|pct)\\s*(?:of\\s+)?(?:\\w+ ){0,2}?${WORD}`,
    `${WORD}\\s*(?:of|at|to|is|above|over|>=?|=|at least|around|about)*\\s*(\\d+(?:\\.\\d+)?)\\s*(?:%|percent|pct)`,
  )?.[1];
  if (percent !== undefined) return { share: Number(percent) / 100 };
  const fraction = groups(
    `${WORD}\\s*(?:of|at|to|is|>=?|=)?\\s*(0?\\.\\d+|1\\.0)\\b`,
    `\\b(0?\\.\\d+|1\\.0) ${WORD}`,
  )?.[1];
  if (fraction !== undefined) return { share: Number(fraction) };
  if (
    groups(
      `\\b(?:full|max(?:imum|imal)?|complete|highest|best|100)\\s*(?:theoretical )?${WORD}`,
      `maxi?mi[sz]e (?:the )?${WORD}`,
    ) !== undefined
  )
    return { share: 1 };
  if (groups(`\\bhalf (?:the )?${WORD}`) !== undefined) return { share: 0.5 };
  const blocks = groups(
    `${COUNT}\\s*(?:resident |active |concurrent |thread ?)*(?:blocks?|ctas?|work-?groups?|wgs?)(?: (?:of|with) \\d+ (?:threads?|work-?items))?${PER}(?:sm|cu|wgp|multiprocessor|compute unit)\\b`,
  )?.[1];
  if (blocks !== undefined) return { blocks: numberOf(blocks) };
  const waves = groups(
    `${COUNT}\\s*(?:resident |active )*(?:warps?|wave(?:front)?s?)${PER}(?:sm|simd|eu|sub-?partition)\\b`,
    `\\bwaves_per_eu\\s*=?\\s*${COUNT}`,
    `${WORD} (?:of )?${COUNT}\\s*(?:warps|waves)?\\b(?!\\s*[%x\\d])`,
  );
  return waves?.[1] === undefined ? undefined : { waves: numberOf(waves[1]) };
}

function numberOf(text: string): number {
  return NUMBER[text.toLowerCase()] ?? Number(text);
}
