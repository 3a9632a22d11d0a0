/** Bytes of shared memory that the A and B tiles of a pipelined GEMM take: (m·k + k·n) elements a stage. */
export function tileBytes(m: number, n: number, k: number, stages: number, elementBytes: number): number {
  return (m * k + k * n) * elementBytes * stages;
}

/** How the tiles of an output fill the GPU. */
export type Waves = {
  readonly tiles: number;
  /** Tiles that run at once. */
  readonly slots: number;
  readonly waves: number;
  /** Tiles of the last wave over its slots. */
  readonly lastWave: number;
  /** Share of all slot-waves that do no work. */
  readonly wasted: number;
  /** Share of the computed elements that lie outside the output: the edge tiles. */
  readonly outside: number;
  /** Ways to split K so that one wave fills the GPU; 1 when it is full anyway. */
  readonly splitK: number;
};

/** Wave and tile quantization of an m × n output cut into tiles, with `units` × `blocksPerUnit` of them at once. */
export function tileWaves(
  m: number,
  n: number,
  tileM: number,
  tileN: number,
  units: number,
  blocksPerUnit: number,
): Waves {
  const tiles = Math.ceil(m / tileM) * Math.ceil(n / tileN);
  const slots = units * blocksPerUnit;
  const waves = Math.ceil(tiles / slots);
  const last = tiles - (waves - 1) * slots;
  return {
    tiles,
    slots,
    waves,
    lastWave: last / slots,
    wasted: 1 - tiles / (waves * slots),
    outside: 1 - (m * n) / (tiles * tileM * tileN),
    splitK: tiles >= slots ? 1 : Math.max(1, Math.floor(slots / tiles)),
  };
}

/** Least length of K that each way keeps when K is split: four steps of 64. Shorter ways spend their time starting up. */
export const LEAST_SPLIT = 256;

/** Ways to split a K of this length so that the tiles fill the GPU; 1 when they do anyway or K is too short. */
export function splitK({ splitK: ways }: Waves, k: number | undefined): number {
  return k === undefined ? ways : Math.max(1, Math.min(ways, Math.floor(k / LEAST_SPLIT)));
}

/**
 * Passes that a warp's access with a constant stride takes: lanes whose 4-byte words lie in one bank queue, the same word
 * is a broadcast. 32 banks of 4 bytes (CUDA Programming Guide, shared memory access patterns). Lanes that read 8 or 16
 * bytes are served 16 or 8 at a time, 128 bytes in all: a pass more than that is a conflict.
 */
export function bankConflict(strideBytes: number, accessBytes = 4, banks = 32): number {
  const wide = Math.max(1, accessBytes / 4);
  const words = Array.from({ length: banks }, () => new Set<number>());
  for (let lane = 0; lane < banks / wide; lane += 1) {
    const first = Math.floor((lane * strideBytes) / 4);
    for (let word = first; word < first + wide; word += 1) words[word % banks]?.add(word);
  }
  return Math.max(...words.map(({ size }) => size));
}
