import { gemmWork, outputBytes, type Work } from '../../calculating/roofline.ts';
import { bytesText, countOf, rounded } from '../../calculating/units.ts';
import { readAttention } from './attention.ts';
import { readConvolution } from './convolution.ts';
import { HOST, readElementwise } from './elementwise.ts';
import { reader } from './inputs.ts';

/** An operation as its words give it, ready to be weighed in any element type. */
export type Operation = {
  readonly what: string;
  /** How its FLOP are counted, with the numbers filled in. */
  readonly formula: string;
  /** How its bytes are counted, with the numbers filled in. */
  readonly traffic: string;
  readonly work: (elementBytes: number) => Work;
  /** Runs on the matrix units, whose peak the hardware table gives. */
  readonly matrix: boolean;
  /** Bytes are given as they are: the element type does not matter. */
  readonly typeless?: boolean;
  /** What was assumed. */
  readonly notes: readonly string[];
};

/** An operation, the one input that is missing (with values to choose from), or why there is no such operation. */
export type OperationRead =
  | Operation
  | {
      readonly missing: string;
      readonly options: readonly string[];
      /** Not one size was named: the question may be one of principle. */
      readonly sizeless?: boolean;
    }
  | { readonly wrong: string };

/** Reads the operation of a roofline question; undefined when it names none. */
export function readOperation(text: string): OperationRead | undefined {
  if (/\bconv(?:olution\w*|s)?(?:[123]d)?\b|\bdepth-?wise\b|\bpoint-?wise conv/i.test(text))
    return readConvolution(text);
  if (/attention|\bsdpa\b|\bflash ?(?:attn|decod)|\bmha\b|\bgqa\b|\bmqa\b/i.test(text)) return readAttention(text);
  if (GEMM.test(text)) return readGemm(text);
  return (
    readElementwise(text) ??
    readGiven(text) ??
    (/\d\s*[x×*]\s*\d+\s*[x×*]\s*\d|\d\s*(?:\^\s*3|³)|\d\s*@\s*\d/.test(text) ? readGemm(text) : undefined)
  );
}

const GEMM =
  /\b(?:\w?gemms?|b?mm|mat-?muls?|gemv|matrix[ -](?:multipl\w+|vector\w*|product)|matvec|linear|mlp|dense layer|bmm|projection|dot product of)\b|\bm\s*=\s*\d.*\bn\s*=\s*\d/i;

function readGemm(text: string): OperationRead {
  const input = reader(text);
  const vector = /\bgemv\b|mat(?:rix)?[ -]?vec/i.test(text);
  const pair = input.groups(
    /\(?\[?\b(\d+k?)\s*[x×*,]\s*(\d+k?)\b\)?\]?\s*(?:@|x|×|\*|by|times|and)\s*\(?\[?\b(\d+k?)\s*[x×*,]\s*(\d+k?)\b/i,
  );
  const triple =
    pair === undefined
      ? input.groups(
          /\b(\d+k?)\s*[x×*]\s*(\d+k?)\s*[x×*]\s*(\d+k?)\b/i,
          /[([]\s*(\d+k?)\s*,\s*(\d+k?)\s*,\s*(\d+k?)\s*[)\]]/i,
        )
      : undefined;
  const cube =
    triple === undefined
      ? input.count(/\b(\d+)(k)?\s*(?:\^\s*3|³|\*\*\s*3|cubed)/i, /\bsquare\b\D{0,20}(\d+)(k)?\b/i)
      : undefined;
  const named = (letter: string): number | undefined =>
    input.count(
      new RegExp(`\\b${letter}\\s*[=:]\\s*(\\d{1,3}(?:,\\d{3})+|\\d+)(k)?\\b`, 'i'),
      new RegExp(`\\b${letter.toUpperCase()}\\s+(\\d{1,7})(k)?\\b`),
    );
  let [m, n, k] = [named('m'), named('n'), named('k')];
  if (pair !== undefined) {
    const [rows, inner, other, columns] = pair.map(size);
    if (inner !== other)
      return {
        wrong: `A ${rows}×${inner} matrix cannot be multiplied by a ${other}×${columns} one: the inner sizes differ.`,
      };
    [m, n, k] = [rows, columns, inner];
  } else if (triple !== undefined) [m, n, k] = triple.map(size);
  else if (cube !== undefined) [m, n, k] = [cube, cube, cube];
  else {
    const flat = input.groups(/\b(\d+k?)\s*[x×]\s*(\d+k?)\b/i)?.map(size);
    if (flat?.[0] !== undefined && flat[1] !== undefined) {
      if (vector) [m, n, k] = [1, flat[0], flat[1]];
      else if (flat[0] === flat[1] && k === undefined) [m, n, k] = [flat[0], flat[0], flat[0]];
      else [m, n] = [m ?? flat[0], n ?? flat[1]];
    }
  }
  if (m === undefined && n === undefined && k === undefined)
    return {
      missing: 'Of which size, M × N × K?',
      options: ['4096x4096x4096', '16x4096x4096', '1x8192x8192'],
      sizeless: true,
    };
  if (vector && m === undefined) m = 1;
  for (const [letter, value] of [
    ['m', m],
    ['n', n],
    ['k', k],
  ] as const)
    if (value === undefined)
      return {
        missing: `What is ${letter.toUpperCase()}?`,
        options: [`${letter}=1024`, `${letter}=4096`, `${letter}=8192`],
      };
  const [rows, columns, inner] = [m ?? 0, n ?? 0, k ?? 0];
  if (rows < 1 || columns < 1 || inner < 1)
    return { wrong: `A GEMM of ${rows}×${columns}×${inner} has no work: every size is at least 1.` };
  const batch =
    input.count(
      /\b(?:batch(?:ed)?|bs|b)\s*(?:size)?\s*(?:of|[=:])?\s*(\d+)()\b/i,
      /(\d+)()\s*(?:batches|gemms|matmuls)\b/i,
    ) ?? 1;
  const times = batch === 1 ? '' : `${batch} × `;
  const weightOnly = /\b(?:w4a16|awq|gptq)\b/i.test(text);
  return {
    what: `${batch === 1 ? '' : `${batch} × `}GEMM ${rows}×${columns}×${inner} (M×N×K)`,
    formula: `${times}2 × ${rows} × ${columns} × ${inner}`,
    traffic: `${times}(${rows} × ${inner} + ${inner} × ${columns} inputs + ${rows} × ${columns} outputs)`,
    work: (bytes) => {
      const one = gemmWork(rows, columns, inner, bytes, outputBytes(bytes));
      // Weight-only types leave the activations, the rows of the first matrix, at 16 bits.
      const wider = weightOnly ? rows * inner * (2 - bytes) : 0;
      return { flop: one.flop * batch, bytes: (one.bytes + wider) * batch };
    },
    matrix: true,
    notes: weightOnly
      ? ['Weights alone are quantized: activations and results stay at 16 bits, scales come on top.']
      : [],
  };
}

function size(text: string | undefined): number {
  const match = /^(\d+)(k?)$/i.exec(text ?? '');
  return match?.[1] === undefined ? 0 : countOf(match[1], match[2] ?? '', true);
}

/** FLOP and bytes as given, or bytes alone. */
function readGiven(text: string): OperationRead | undefined {
  const amount = String.raw`(\d[\d,]*(?:\.\d+)?(?:e\d+)?)`;
  const input = reader(text);
  const flop = input.groups(
    new RegExp(`${amount}\\s*([kmgtp])?\\s*(?:flops?|fp ops|operations)\\b(?!\\s*(?:\\/|per|p?s\\b))`, 'i'),
  );
  const bytes = input.groups(new RegExp(`${amount}\\s*([kmgt])?(i)?b(?:ytes?)?\\b(?!\\s*(?:\\/|p|per )s)`, 'i'));
  const moved =
    bytes?.[0] === undefined
      ? undefined
      : countOf(bytes[0], bytes[1] ?? '') * (bytes[2] === undefined ? 1 : binary(bytes[1]));
  if (flop?.[0] === undefined) {
    if (
      moved === undefined ||
      HOST.test(text) ||
      !/\b(?:mov|read|writ|transfer|cop|traffic|touch|load|stream)\w*/i.test(text)
    )
      return undefined;
    return {
      what: `Moving ${bytesText(moved)}`,
      formula: 'none',
      traffic: `${moved} bytes as given`,
      work: () => ({ flop: 0, bytes: moved }),
      matrix: false,
      typeless: true,
      notes: [],
    };
  }
  const work = countOf(flop[0], flop[1] ?? '');
  if (moved === undefined)
    return { missing: 'How many bytes does it move?', options: ['moves 1 GB', 'moves 10 GB', 'moves 100 GB'] };
  return {
    what: `Kernel of ${rounded(work / 1e9)} GFLOP and ${rounded(moved / 1e9)} GB`,
    formula: `${work} FLOP as given`,
    traffic: `${moved} bytes as given`,
    work: () => ({ flop: work, bytes: moved }),
    matrix: true,
    notes: [],
  };
}

/** What makes a decimal prefix a binary one: GiB over GB. */
function binary(prefix: string | undefined): number {
  const power = { k: 1, m: 2, g: 3, t: 4 }[prefix?.toLowerCase() ?? ''] ?? 0;
  return (1024 / 1000) ** power;
}
