import { attentionWork, elementwiseWork, gemmWork, roofline, type Work } from '../../calculating/roofline.ts';
import { bytesText, countOf, rounded, secondsText, TYPE_BYTES } from '../../calculating/units.ts';
import type { Answer, Chart } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Device, FindDevices } from './device.ts';
import { askFor, hardwareSources, worked } from './worked.ts';

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
  double: 'fp64',
  f64: 'fp64',
  nvfp4: 'fp4',
  mxfp4: 'fp4',
};

const TYPES = new RegExp(`\\b(${Object.keys(TYPE_BYTES).join('|')})\\b`, 'i');

/** Roofline of an operation in words: a GEMM, attention, an elementwise pass, or FLOP and bytes as given. */
export function answerRoofline(text: string, library: Library, find: FindDevices): Answer | undefined {
  if (
    !/\b(?:memory|compute|bandwidth|bw|math)[ -]?(?:bound|limited)|roofline|arithmetic intensity|ridge point|floor\b|peak (?:time|limit)|how fast can|speed of light/i.test(
      text,
    )
  )
    return undefined;
  const asked = readWork(text);
  if (asked === undefined) return undefined;
  const type = TYPES.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return askFor('roofline', 'Of which type?', text, ['bf16', 'fp8', 'fp32']);
  const [device] = find(text);
  if (device === undefined) return askFor('roofline', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const peakName = PEAK[type] ?? type;
  const peak = device.gpu?.peaks?.[peakName];
  const bandwidth = device.gpu?.bandwidth;
  if (peak === undefined || bandwidth === undefined) return undefined;
  const work = asked.work(TYPE_BYTES[type] ?? 2);
  const found = roofline(work, { flopPerSecond: peak[0] * 1e12, bytesPerSecond: bandwidth[0] * 1e9 });
  const measured = measuredSeconds(text);
  return worked({
    name: 'roofline',
    title: `${asked.what}, ${type}, on ${device.name}`,
    lead: `${found.bound === 'memory' ? 'Memory' : 'Compute'} bound: ${rounded(found.intensity)} FLOP per byte against a ridge point of ${rounded(found.ridge)}. No run is shorter than ${secondsText(found.floor)}.`,
    working: [
      `work = ${asked.formula} = ${rounded(work.flop / 1e9)} GFLOP`,
      `traffic, each tensor once = ${bytesText(work.bytes)}`,
      `intensity = ${rounded(work.flop / 1e9)} GFLOP / ${rounded(work.bytes / 1e9)} GB = ${rounded(found.intensity)} FLOP/byte`,
      `ridge = ${peak[0]} TFLOP/s (${peakName}, dense) / ${bandwidth[0]} GB/s = ${rounded(found.ridge)} FLOP/byte`,
      `floor = max(${secondsText(found.computeSeconds)} of arithmetic, ${secondsText(found.memorySeconds)} of traffic) = ${secondsText(found.floor)}`,
      ...(measured === undefined
        ? []
        : [`measured ${secondsText(measured)}: ${rounded((found.floor / measured) * 100)} % of the floor's speed`]),
    ],
    notes: [
      'The floor takes every byte from memory once and the peak clock: caches can lower the traffic, power and clocks raise the time. Launching alone takes a few µs.',
    ],
    values: {
      flop: work.flop,
      bytes: work.bytes,
      intensity_flop_per_byte: Number(found.intensity.toPrecision(8)),
      ridge_flop_per_byte: Number(found.ridge.toPrecision(8)),
      bound: found.bound,
      floor_us: Number((found.floor * 1e6).toPrecision(8)),
      ...(measured === undefined ? {} : { percent_of_floor: Number(((found.floor / measured) * 100).toPrecision(6)) }),
    },
    sources: hardwareSources(library, [peak[1], bandwidth[1]]),
    stacks: [],
    chart: chart(
      device,
      peakName,
      peak[0],
      bandwidth[0],
      asked.what,
      found.intensity,
      measured === undefined ? undefined : work.flop / measured,
    ),
  });
}

type Asked = { readonly what: string; readonly formula: string; readonly work: (elementBytes: number) => Work };

function readWork(text: string): Asked | undefined {
  const gemm = /\b(\d{1,7})\s*[x×*]\s*(\d{1,7})\s*[x×*]\s*(\d{1,7})\b/i.exec(text);
  const named = (letter: string): number | undefined => {
    const match = new RegExp(`\\b${letter}\\s*=\\s*(\\d[\\d,]*)`, 'i').exec(text);
    return match?.[1] === undefined ? undefined : Number(match[1].replaceAll(',', ''));
  };
  const [m, n, k] = gemm === null ? [named('m'), named('n'), named('k')] : gemm.slice(1).map(Number);
  if (/attention|sdpa|flash/i.test(text)) return readAttention(text);
  if (m !== undefined && n !== undefined && k !== undefined)
    return {
      what: `GEMM ${m}×${n}×${k} (M×N×K)`,
      formula: `2 × ${m} × ${n} × ${k}`,
      work: (bytes) => gemmWork(m, n, k, bytes, Math.max(bytes, 2)),
    };
  const flop = /(\d[\d,]*(?:\.\d+)?)\s*([kmgtp])?flops?\b(?!\s*(?:\/|per))/i.exec(text);
  const bytes = /(\d[\d,]*(?:\.\d+)?)\s*([kmgt])?i?b(?:ytes?)?\b(?!\s*(?:\/s|ps|per s))/i.exec(text);
  if (flop?.[1] !== undefined && bytes?.[1] !== undefined) {
    const work = { flop: countOf(flop[1], flop[2] ?? ''), bytes: countOf(bytes[1], bytes[2] ?? '') };
    return { what: 'Kernel', formula: `${flop[0]} as given`, work: () => work };
  }
  const elements = /(\d[\d,]*(?:\.\d+)?)\s*([kmg])?\s*elements?\b/i.exec(text);
  if (elements?.[1] === undefined) return undefined;
  const count = countOf(elements[1], elements[2] ?? '');
  const norm = /norm/i.test(text);
  const tensors = Number(/(\d)\s*(?:inputs|tensors)/i.exec(text)?.[1] ?? 1) + 1;
  return {
    what: norm ? 'Normalization' : 'Elementwise pass',
    formula: `${norm ? 8 : 1} × ${count}`,
    work: (size) => elementwiseWork(count, norm ? 2 : tensors, size, norm ? 8 : 1),
  };
}

function readAttention(text: string): Asked | undefined {
  const value = (pattern: RegExp): number | undefined => {
    const match = pattern.exec(text);
    return match?.[1] === undefined ? undefined : countOf(match[1], match[2] ?? '', true);
  };
  const batch = value(/\b(?:batch|b|bs)\s*(?:size)?\s*[=:]?\s*(\d+)()/i) ?? 1;
  const heads = value(/\b(?:heads?|h)\s*[=:]?\s*(\d+)()/i) ?? value(/(\d+)()\s*heads/i);
  const keyHeads = value(/\b(?:kv[ _-]?heads?)\s*[=:]?\s*(\d+)()/i);
  const tokens =
    value(/\b(?:seq(?:len|uence)?(?:[ _-]?length)?|s|n|l|context|tokens)\s*[=:]?\s*(\d+)\s*(k)?\b/i) ??
    value(/(\d+)\s*(k)?\s*(?:tokens|context|seq)/i);
  const headSize = value(/\b(?:head[ _-]?(?:dim|size)|d)\s*[=:]?\s*(\d+)()/i);
  if (heads === undefined || tokens === undefined || headSize === undefined) return undefined;
  const queries = /\bdecod/i.test(text) ? 1 : tokens;
  const causal = /causal/i.test(text);
  const shape = { batch, heads, keyHeads: keyHeads ?? heads, queries, keys: tokens, headSize, causal };
  return {
    what: `Attention, batch ${batch}, ${heads} heads of ${headSize}, ${queries} × ${tokens} tokens${causal ? ', causal' : ''}`,
    formula: `4 × ${batch} × ${heads} × ${queries} × ${tokens} × ${headSize}${causal ? ' / 2' : ''}`,
    work: (bytes) => attentionWork({ ...shape, bytes }),
  };
}

function measuredSeconds(text: string): number | undefined {
  const match =
    /(?:takes?|took|measured?|runs? (?:in|at)|time(?: is)?|in)\s*(?:about|~)?\s*(\d+(?:\.\d+)?)\s*(ms|us|µs|μs|s|sec(?:onds)?)\b/i.exec(
      text,
    );
  if (match?.[1] === undefined) return undefined;
  const scale = match[2]?.toLowerCase().startsWith('m') ? 1e-3 : /^[uµμ]/i.test(match[2] ?? '') ? 1e-6 : 1;
  return Number(match[1]) * scale;
}

function chart(
  device: Device,
  type: string,
  peak: number,
  bandwidth: number,
  what: string,
  intensity: number,
  rate: number | undefined,
): Chart {
  const roof = (at: number): number => Math.min(peak, (at * bandwidth) / 1e3);
  const span = Array.from({ length: 80 }, (_, index) => 2 ** (-4 + (index * 18) / 79));
  return {
    title: `Roofline of ${device.name}, ${type}`,
    x: { label: 'FLOP per byte', logarithmic: true },
    y: { label: 'TFLOP/s', logarithmic: true },
    lines: [
      {
        name: `roof: ${bandwidth} GB/s, ${peak} TFLOP/s`,
        style: 'line',
        points: span.map((at): [number, number] => [Number(at.toPrecision(5)), Number(roof(at).toPrecision(5))]),
      },
      {
        name: `most that ${what} can reach`,
        style: 'points',
        points: [[Number(intensity.toPrecision(5)), Number(roof(intensity).toPrecision(5))]],
      },
      ...(rate === undefined
        ? []
        : [
            {
              name: 'measured',
              style: 'points' as const,
              points: [[Number(intensity.toPrecision(5)), Number((rate / 1e12).toPrecision(5))] as const],
            },
          ]),
    ],
  };
}
