/** Bytes of an element by the names that people give its type. */
export const TYPE_BYTES: Readonly<Record<string, number>> = {
  fp64: 8,
  f64: 8,
  double: 8,
  fp32: 4,
  f32: 4,
  float: 4,
  float32: 4,
  tf32: 4,
  int32: 4,
  fp16: 2,
  f16: 2,
  half: 2,
  float16: 2,
  bf16: 2,
  bfloat16: 2,
  fp8: 1,
  e4m3: 1,
  e5m2: 1,
  mxfp8: 1,
  int8: 1,
  i8: 1,
  w8a8: 1,
  fp4: 0.5,
  nvfp4: 0.5,
  mxfp4: 0.5,
  int4: 0.5,
  w4a16: 0.5,
  awq: 0.5,
  gptq: 0.5,
};

const DECIMAL: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15 };
const BINARY: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40, p: 2 ** 50 };

/** Bytes of a size of on-chip or device memory: KB means 1024 there, as the vendors' own tables use it. */
export function memoryBytes(amount: string, unit: string): number {
  const prefix = unit.toLowerCase().replace(/i?b(?:ytes?)?$|bytes?$/, '');
  return Number(amount.replaceAll(',', '')) * (BINARY[prefix] ?? 1);
}

/** A count such as "8k" (8192 where it names tokens, else 8000) or "70b". */
export function countOf(amount: string, suffix: string, binaryK = false): number {
  const letter = suffix.toLowerCase() === 'b' ? 'g' : suffix.toLowerCase();
  return Number(amount.replaceAll(',', '')) * ((binaryK && letter === 'k' ? BINARY : DECIMAL)[letter] ?? 1);
}

/** 233472 as "228 KiB", 1073741824 as "1 GiB", at most three significant digits after the point is needed. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${rounded(bytes / 2 ** (10 * power))} ${units[power]}`;
}

/** Seconds as "12.3 µs". */
export function secondsText(seconds: number): string {
  if (seconds >= 1) return `${rounded(seconds)} s`;
  if (seconds >= 1e-3) return `${rounded(seconds * 1e3)} ms`;
  return `${rounded(seconds * 1e6)} µs`;
}

/** Three significant digits, without an exponent for what a person would write out. */
export function rounded(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(digits, 6))));
}
