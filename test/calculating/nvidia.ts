import type { NvidiaKernel, NvidiaLimits } from '../../src/calculating/nvidia-occupancy.ts';

/** A configuration as the oracle reads it: capability, limits, launch. */
export type Row = { readonly capability: string; readonly kernel: NvidiaKernel; readonly line: string };

/** The bytes that the oracle is told per capability: threads and shared memory of an SM, opt-in of a block, reserved. */
export const DEVICES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '7.0': [2048, 98_304, 98_304, 0],
  '7.5': [1024, 65_536, 65_536, 0],
  '8.0': [2048, 167_936, 166_912, 1024],
  '8.6': [1536, 102_400, 101_376, 1024],
  '8.7': [1536, 167_936, 166_912, 1024],
  '8.9': [1536, 102_400, 101_376, 1024],
  '9.0': [2048, 233_472, 232_448, 1024],
  '10.0': [2048, 233_472, 232_448, 1024],
  '10.3': [2048, 233_472, 232_448, 1024],
  '11.0': [1536, 233_472, 232_448, 1024],
  '12.0': [1536, 102_400, 101_376, 1024],
  '12.1': [1536, 102_400, 101_376, 1024],
};

/** Random configurations, the same for the same seed: edges of every resource come up as often as its middle. */
export function configurations(count: number, seed: number): readonly Row[] {
  let state = seed;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  const names = Object.keys(DEVICES);
  return Array.from({ length: count }, () => {
    const capability = names[below(names.length)] ?? '9.0';
    const device = DEVICES[capability] ?? [0, 0, 0, 0];
    const threads = random() < 0.5 ? 32 * (1 + below(32)) : 1 + below(1024);
    const registers = random() < 0.2 ? 8 * (1 + below(32)) : 1 + below(256);
    const shared = random() < 0.2 ? 0 : random() < 0.5 ? 1024 * below(device[2] / 1024 + 1) : below(device[2] + 1);
    const kernel = { threads, registers, shared };
    return { capability, kernel, line: [...capability.split('.'), ...device, threads, registers, shared].join(' ') };
  });
}

/** Limits as the calculator takes them, from an architecture of the hardware table. */
export type LimitsOf = (capability: string) => NvidiaLimits;
