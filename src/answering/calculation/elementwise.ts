import { elementwiseWork, normWork } from '../../calculating/roofline.ts';
import { bytesText, countOf, memoryBytes } from '../../calculating/units.ts';
import { type Reader, reader } from './inputs.ts';
import type { OperationRead } from './operation.ts';

/** An operation on every element: how people name it, tensors read and written, FLOP an element. */
type Pass = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly read: number;
  readonly written: number;
  readonly flop: number;
};

// The first that fits decides: the more special ones come first.
const PASSES: readonly Pass[] = [
  { name: 'RMS norm', pattern: /\brms[ _-]?norm/i, read: 1, written: 1, flop: 5 },
  {
    name: 'Layer norm',
    pattern: /\b(?:layer|batch|group|instance)?[ _-]?norm(?:ali[sz]ation)?\b|\bln\b/i,
    read: 1,
    written: 1,
    flop: 8,
  },
  { name: 'Softmax', pattern: /soft-?max/i, read: 1, written: 1, flop: 5 },
  { name: 'SwiGLU', pattern: /\bswi?glu\b|\bgeglu\b|\bglu\b/i, read: 2, written: 1, flop: 6 },
  {
    name: 'Copy',
    pattern: /\bcop(?:y|ies|ying)\b|\bmemcpy\b|\btranspos\w*|\bpermut\w*/i,
    read: 1,
    written: 1,
    flop: 0,
  },
  { name: 'Fill', pattern: /\bmemset\b|\bfill\b|\bzero(?:ing|s_like)?\b/i, read: 0, written: 1, flop: 0 },
  { name: 'Reduction', pattern: /\breduc(?:e|tion)\b|\bsum\b|\bmean\b|\barg-?max\b/i, read: 1, written: 0, flop: 1 },
  { name: 'Dot product', pattern: /\bdot(?: product)?\b/i, read: 2, written: 0, flop: 2 },
  { name: 'AXPY', pattern: /\b[sdh]?axpy\b|\btriad\b|\bfused multiply[ -]add\b/i, read: 2, written: 1, flop: 2 },
  {
    name: 'Addition',
    pattern: /\b(?:vector|vec|tensor|residual|element-?wise)?[ _-]?(?:add|addition|adding)\b|\bresidual\b/i,
    read: 2,
    written: 1,
    flop: 1,
  },
  {
    name: 'Multiplication',
    pattern: /\b(?:vector|vec|element-?wise|hadamard|tensor)?[ _-]?(?:mul|multiply|multiplication)\b|\bhadamard\b/i,
    read: 2,
    written: 1,
    flop: 1,
  },
  {
    name: 'Activation',
    pattern:
      /\b(?:leaky )?(?:re|ge|si|e|se|ce)lu\b|\bsigmoid\b|\btanh\b|\bswish\b|\bmish\b|\bexp\b|\bactivation function/i,
    read: 1,
    written: 1,
    flop: 1,
  },
  {
    name: 'Elementwise pass',
    pattern:
      /\belement-?wise\b|\bpoint-?wise\b|\bdrop-?out\b|\bcasts?\b|\bscal(?:e|ing)\b|\bbias\b|\brope\b|\brotary\b|\bunary\b|\bbinary op|\belements?\b/i,
    read: 1,
    written: 1,
    flop: 1,
  },
];

/** Copies to and from the CPU are bound by the link. */
export const HOST = /\bpcie?\b|\bhost\b|\bh2d\b|\bd2h\b|pinned|\bcpu\b/i;

/** An elementwise operation, a norm or a softmax in words; undefined when the text names none. */
export function readElementwise(text: string): OperationRead | undefined {
  const pass = PASSES.find(({ pattern }) => pattern.test(text));
  if (pass === undefined || (pass.name === 'Copy' && HOST.test(text))) return undefined;
  const input = reader(text);
  const tensors = input.groups(
    /\b(\d)\s*(?:inputs|input tensors|operands)\b/i,
    /\b(two|three|four)\s*(?:inputs|tensors|operands|vectors|arrays)\b/i,
  )?.[0];
  const read =
    tensors === undefined ? pass.read : ({ two: 2, three: 3, four: 4 }[tensors.toLowerCase()] ?? Number(tensors));
  const { shape, count } = elementsIn(input);
  const moved = read + pass.written;
  const size = count === undefined ? bytesIn(input) : undefined;
  if (size !== undefined) {
    if (HOST.test(text)) return undefined;
    return {
      what: `${pass.name} of ${bytesText(size)}`,
      formula: pass.flop === 0 ? 'none' : `${pass.flop} an element`,
      traffic: `(${read} read + ${pass.written} written) × ${size} bytes`,
      work: (bytes) => ({ flop: (pass.flop * size) / bytes, bytes: moved * size }),
      matrix: false,
      ...(pass.flop === 0 ? { typeless: true } : {}),
      notes: [`${bytesText(size)} is taken as one tensor: ${read} read and ${pass.written} written.`],
    };
  }
  if (count === undefined)
    return { missing: 'How many elements?', options: ['1M elements', '64M elements', '1G elements'], sizeless: true };
  if (count < 1) return { wrong: 'An operation on no elements has no work.' };
  const hidden = pass.name.endsWith('norm') && shape !== undefined && shape.length > 1 ? shape.at(-1) : undefined;
  const weights = pass.name === 'RMS norm' ? 1 : 2;
  return {
    what: `${pass.name} of ${shape === undefined ? `${count} elements` : shape.join('×')}`,
    formula: `${pass.flop} × ${count}`,
    traffic: `(${read} read + ${pass.written} written) × ${count}${hidden === undefined ? '' : ` + ${weights} × ${hidden} weights`}`,
    work: (bytes) =>
      hidden === undefined
        ? elementwiseWork(count, moved, bytes, pass.flop)
        : normWork(count, hidden, weights, bytes, pass.flop),
    matrix: false,
    notes: [`${counting(pass.flop)}; ${read} read and ${pass.written} written, each element once.`],
  };
}

/** A tensor's size as "1 GB" or "512 MiB". */
function bytesIn(input: Reader): number | undefined {
  const found = input.groups(/(\d[\d,]*(?:\.\d+)?)\s*([kmgt])(i)?b(?:ytes?)?\b(?!\s*(?:\/|p|per )\s*s)/i);
  if (found?.[0] === undefined) return undefined;
  return found[2] === undefined ? countOf(found[0], found[1] ?? '') : memoryBytes(found[0], found[1] ?? '');
}

function counting(flop: number): string {
  if (flop === 0) return 'No arithmetic';
  return flop > 2 ? `About ${flop} FLOP an element, which the bound does not hang on` : `${flop} FLOP an element`;
}

/** How many elements a text speaks of, and their shape where it gives one. */
export function elementsIn(input: Reader): {
  readonly shape: readonly number[] | undefined;
  readonly count: number | undefined;
} {
  const shape = shapeOf(input);
  return { shape, count: shape?.reduce((product, part) => product * part, 1) ?? countIn(input) };
}

function shapeOf(input: Reader): readonly number[] | undefined {
  const found = input.groups(
    /\b((?:\d+k?\s*[x×*]\s*){1,4}\d+k?)\b/i,
    /[([]\s*((?:\d+k?\s*,\s*){1,4}\d+k?)\s*[)\]]/i,
  )?.[0];
  const rows =
    found === undefined
      ? input.groups(
          /\b(\d+k?)\s*(?:rows|tokens)\b.*?\b(?:hidden|columns|cols|dim|width|features|of)\s*(?:size|dim)?\s*[=:]?\s*(\d+k?)\b/i,
          /\b(\d+k?)\s*(?:rows|tokens)\b.*?\b(\d+k?)\s*(?:hidden|columns|cols|dim|width|wide|features)\b/i,
          /\b(?:rows|tokens)\s*[=:]\s*(\d+k?).*?\b(?:hidden|columns|cols|dim|width|features)\s*(?:size|dim)?\s*[=:]?\s*(\d+k?)\b/i,
        )
      : undefined;
  const parts = found?.match(/\d+k?/gi) ?? rows;
  return parts?.map((part) => countOf(/\d+/.exec(part ?? '')?.[0] ?? '0', /k$/i.test(part ?? '') ? 'k' : '', true));
}

function countIn(input: Reader): number | undefined {
  const power = input.groups(/\b2\s*(?:\^|\*\*)\s*(\d+)\b/)?.[0];
  if (power !== undefined) return 2 ** Number(power);
  const found = input.groups(
    /(\d[\d,]*(?:\.\d+)?(?:e\d+)?)\s*([kmgb]|million|billion)?[\s-]*(?:elements?|elems?|floats?|halfs?|halves|doubles?|values|numbers|entries|fp\d+|bf16|int8)\b/i,
    /\b(?:n|size|numel|length|of)\s*[=:]?\s*(\d[\d,]*(?:\.\d+)?(?:e\d+)?)\s*([kmgb]|million|billion)?\b(?!\s*(?:[x×]|rows|tokens))/i,
    /\b(\d[\d,]*(?:\.\d+)?)\s*([mg])\b/i,
  );
  if (found?.[0] === undefined) return undefined;
  return countOf(found[0], found[1]?.[0] ?? '');
}
