import { describe, expect, it } from 'vitest';
import { collectiveFloor, fusionBytes, kvCacheBytes, launchBound, weightBytes } from '../../src/calculating/memory.ts';
import { attentionWork, elementwiseWork, gemmWork, roofline } from '../../src/calculating/roofline.ts';
import { bankConflict, tileBytes, tileWaves } from '../../src/calculating/tiles.ts';
import { bytesText, countOf, memoryBytes, rounded, secondsText } from '../../src/calculating/units.ts';

/** A GPU of round figures: 1,000 TFLOP/s and 4,000 GB/s bend at 250 FLOP per byte. */
const ROUND = { flopPerSecond: 1e15, bytesPerSecond: 4e12 };

describe('roofline, worked by hand', () => {
  it('a square bf16 GEMM of 4096 is compute bound', () => {
    // 2·4096³ = 137,438,953,472 FLOP; 3·4096²·2 B = 100,663,296 B; 1365.33 FLOP/B > 250; 137.439 µs.
    const found = roofline(gemmWork(4096, 4096, 4096, 2, 2), ROUND);
    expect(found.intensity).toBeCloseTo(1365.3333, 3);
    expect(found.ridge).toBe(250);
    expect(found.bound).toBe('compute');
    expect(found.floor * 1e6).toBeCloseTo(137.43895, 4);
  });

  it('a skinny GEMM of 4096×4096×16 is memory bound', () => {
    // 2·4096·4096·16 = 536,870,912 FLOP; (4096·16 + 16·4096)·2 + 4096²·2 = 33,816,576 B; 15.876 FLOP/B; 8.454 µs.
    const found = roofline(gemmWork(4096, 4096, 16, 2, 2), ROUND);
    expect(found.intensity).toBeCloseTo(15.87597, 4);
    expect(found.bound).toBe('memory');
    expect(found.floor * 1e6).toBeCloseTo(8.454144, 5);
  });

  it('a matrix-vector product moves its matrix once', () => {
    // M = 1, N = K = 8192, bf16: 134,217,728 FLOP over 134,250,496 B: one FLOP a byte.
    const found = roofline(gemmWork(1, 8192, 8192, 2, 2), ROUND);
    expect(found.intensity).toBeCloseTo(0.99976, 4);
    expect(found.floor * 1e6).toBeCloseTo(33.562624, 5);
  });

  it('fp8 inputs with bf16 output', () => {
    // (1024·1024·2)·1 B + 1024²·2 B = 4,194,304 B; 2,147,483,648 FLOP; 512 FLOP/B.
    expect(roofline(gemmWork(1024, 1024, 1024, 1, 2), ROUND).intensity).toBe(512);
  });

  it('an elementwise add of 2²⁶ floats', () => {
    // 3 tensors · 67,108,864 · 4 B = 805,306,368 B; 1/12 FLOP/B; 201.33 µs.
    const found = roofline(elementwiseWork(2 ** 26, 3, 4, 1), ROUND);
    expect(found.intensity).toBeCloseTo(1 / 12, 10);
    expect(found.floor * 1e6).toBeCloseTo(201.326592, 5);
  });

  it('prefill attention of 4096 tokens is compute bound', () => {
    // 4·32·4096²·128 = 274,877,906,944 FLOP; 4·32·4096·128·2 B = 134,217,728 B; 2048 FLOP/B.
    const work = attentionWork({
      batch: 1,
      heads: 32,
      keyHeads: 32,
      queries: 4096,
      keys: 4096,
      headSize: 128,
      bytes: 2,
      causal: false,
    });
    expect(work).toEqual({ flop: 274_877_906_944, bytes: 134_217_728 });
    expect(roofline(work, ROUND).bound).toBe('compute');
  });

  it('a causal mask halves the arithmetic, not the traffic', () => {
    const shape = { batch: 2, heads: 8, keyHeads: 8, queries: 1024, keys: 1024, headSize: 64, bytes: 2 };
    const [full, half] = [attentionWork({ ...shape, causal: false }), attentionWork({ ...shape, causal: true })];
    expect(half.flop * 2).toBe(full.flop);
    expect(half.bytes).toBe(full.bytes);
  });

  it('decoding with grouped keys reads the cache', () => {
    // 1 query, 8192 keys, 64 heads over 8 key heads of 128, bf16: 2·(64 + 8·8192)·128·2 B = 33,587,200 B; 7.99 FLOP/B.
    const work = attentionWork({
      batch: 1,
      heads: 64,
      keyHeads: 8,
      queries: 1,
      keys: 8192,
      headSize: 128,
      bytes: 2,
      causal: false,
    });
    expect(work.bytes).toBe(33_587_200);
    expect(work.flop).toBe(268_435_456);
    expect(roofline(work, ROUND).bound).toBe('memory');
  });

  it('at the ridge both sides take as long', () => {
    const found = roofline({ flop: 250, bytes: 1 }, ROUND);
    expect(found.computeSeconds).toBeCloseTo(found.memorySeconds, 20);
  });
});

describe('tiles, worked by hand', () => {
  it('128×128×64 in fp16 with four stages', () => expect(tileBytes(128, 128, 64, 4, 2)).toBe(131_072));
  it('128×256×64 in fp8 with three stages', () => expect(tileBytes(128, 256, 64, 3, 1)).toBe(73_728));
  it('64×64×32 in fp32 with two stages', () => expect(tileBytes(64, 64, 32, 2, 4)).toBe(32_768));

  it('waves of 128×128 tiles over 132 SMs', () => {
    // 4096²: 1024 tiles, 7.76 waves: 8, the last of 100; 1 − 1024/1056 = 3.03 % wasted.
    const found = tileWaves(4096, 4096, 128, 128, 132, 1);
    expect(found).toMatchObject({ tiles: 1024, slots: 132, waves: 8, splitK: 1, outside: 0 });
    expect(found.lastWave).toBeCloseTo(100 / 132, 10);
    expect(found.wasted).toBeCloseTo(0.0303, 4);
  });

  it('a thin output leaves most SMs idle', () => {
    // 16×4096 in 64×128: 32 tiles on 132 SMs, three quarters of the rows outside; split K four ways.
    expect(tileWaves(16, 4096, 64, 128, 132, 1)).toMatchObject({ tiles: 32, waves: 1, splitK: 4, outside: 0.75 });
  });

  it('strides and their conflicts', () => {
    expect(bankConflict(4)).toBe(1);
    expect(bankConflict(8)).toBe(2);
    expect(bankConflict(128)).toBe(32);
    expect(bankConflict(132)).toBe(1);
    expect(bankConflict(64)).toBe(16);
    expect(bankConflict(2)).toBe(1);
    expect(bankConflict(0)).toBe(1);
  });
});

describe('memory, worked by hand', () => {
  it('the cache of 80 layers, 8 key heads of 128, in fp8', () => {
    // 2·80·8·128·1 B = 163,840 B a token; 8192 tokens · 16 sequences: 20 GiB.
    expect(kvCacheBytes({ layers: 80, keyHeads: 8, headSize: 128 }, 1, 1, 1)).toBe(163_840);
    expect(kvCacheBytes({ layers: 80, keyHeads: 8, headSize: 128 }, 8192, 16, 1)).toBe(20 * 2 ** 30);
  });

  it('the cache of 32 layers, 8 key heads of 128, in bf16', () => {
    expect(kvCacheBytes({ layers: 32, keyHeads: 8, headSize: 128 }, 4096, 1, 2)).toBe(512 * 2 ** 20);
  });

  it('weights', () => {
    expect(weightBytes(70e9, 2)).toBe(140e9);
    expect(weightBytes(8e9, 0.5)).toBe(4e9);
  });

  it('fusing four passes over a tensor saves six of its eight transfers', () => {
    expect(fusionBytes(1e6, 4, 2)).toEqual({ unfused: 16e6, fused: 4e6 });
  });

  it('a ring allreduce moves twice the data, less a share', () => {
    // 1 GB over 8 ranks at 450 GB/s each way: 2·7/8 GB / 450 GB/s = 3.89 ms.
    expect(collectiveFloor(1e9, 8, 450e9) * 1e3).toBeCloseTo(3.8889, 4);
  });

  it('launches of 4 µs before kernels of 2 µs leave the GPU idle half the time', () => {
    expect(launchBound(1000, 2e-6, 4e-6)).toMatchObject({ bound: true, idleShare: 0.5 });
    expect(launchBound(1000, 8e-6, 4e-6)).toMatchObject({ bound: false, idleShare: 0 });
  });
});

describe('units in any usual form', () => {
  it('bytes', () => {
    expect([
      memoryBytes('64', 'KB'),
      memoryBytes('64', 'KiB'),
      memoryBytes('64', 'k'),
      memoryBytes('1.5', 'MB'),
      memoryBytes('49,152', ''),
    ]).toEqual([65_536, 65_536, 65_536, 1_572_864, 49_152]);
  });
  it('counts', () => {
    expect([countOf('70', 'B'), countOf('8', 'k', true), countOf('8', 'k'), countOf('1,024', '')]).toEqual([
      70e9, 8192, 8000, 1024,
    ]);
  });
  it('in words', () => {
    expect([bytesText(233_472), bytesText(2 ** 30), bytesText(163_840), bytesText(0.5)]).toEqual([
      '228 KiB',
      '1 GiB',
      '160 KiB',
      '0.5 B',
    ]);
    expect([secondsText(137.4e-6), secondsText(0.0021), secondsText(3)]).toEqual(['137 µs', '2.1 ms', '3 s']);
    expect([rounded(15.87597), rounded(1365.33), rounded(0.0833), rounded(0)]).toEqual(['15.9', '1365', '0.0833', '0']);
  });
});
