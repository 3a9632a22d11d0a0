import { describe, expect, it } from 'vitest';
import { plainText } from '#contract';
import { answer, asksUntilAnswered, library, values } from './asked.ts';

describe('roofline in words', () => {
  it('of a GEMM, with the share of the floor when a time is given', () => {
    const found = values('is a 4096x4096x16 fp16 gemm memory bound on an l40s');
    expect(found).toMatchObject({ bound: 'memory' });
    expect(found?.intensity_flop_per_byte).toBeCloseTo(15.87597, 4);
    expect(values('is a 8192x8192x8192 bf16 gemm compute bound on h200, it takes 1.5 ms')).toMatchObject({
      bound: 'compute',
      flop: 1_099_511_627_776,
    });
  });

  it('puts the H200 measured here under its ceilings, within a quarter of them', () => {
    // Measured on 2026-12-02: 8192³ bf16 at 785 TFLOP/s (best of six runs; 681 in the median), a copy
    // at 4,257 GB/s, read and write counted.
    const { peaks, bandwidth } = library.hardware.gpus.h200 ?? {};
    const rate = peaks?.bf16?.[0] ?? 0;
    const copy = bandwidth?.[0] ?? 0;
    for (const [measured, ceiling] of [
      [785, rate],
      [4257, copy],
    ] as const) {
      expect(measured).toBeLessThan(ceiling);
      expect(measured).toBeGreaterThan(0.75 * ceiling);
    }
  });
});

describe('rooflines in many wordings', () => {
  it.each([
    // 2·32·56²·128 outputs × 64·9 taps; (32·56²·64 + 128·64·9 + 32·56²·128)·2 B; 312 TFLOP/s.
    [
      'is a 3x3 conv 64->128 channels 56x56 batch 32 fp16 memory bound on a100',
      14_797_504_512,
      38_682_624,
      'compute',
      47.4279,
    ],
    [
      'roofline: conv2d kernel 3, in_channels=64 out_channels=128, 56x56, bs=32, half, a100',
      14_797_504_512,
      38_682_624,
      'compute',
      47.4279,
    ],
    [
      '32x64x56x56 input, 128 filters 3x3 convolution fp16 compute bound on a100?',
      14_797_504_512,
      38_682_624,
      'compute',
      47.4279,
    ],
    // Stride 2: ⌊(56 + 2 − 2 − 1) / 2⌋ + 1 = 28.
    [
      '3x3 conv stride 2 64->128 channels 56x56 batch 32 fp16 memory bound on a100',
      3_699_376_128,
      19_415_040,
      'compute',
      11.857,
    ],
    // No padding: 54×54 outputs.
    [
      '3x3 conv padding 0 64->128 channels 56x56 batch 32 fp16 memory bound on a100',
      13_759_414_272,
      36_880_384,
      'compute',
      44.1007,
    ],
    // Depthwise: 2·32·112²·256·9; (2·32·112²·256 + 256·9)·2 B at 2039 GB/s.
    [
      'depthwise conv 3x3 112x112 256 channels batch 32 fp16 a100 roofline',
      1_849_688_064,
      411_046_400,
      'memory',
      201.5922,
    ],
    // 8 groups: an eighth of the products and of the weights.
    [
      'grouped 3x3 conv groups=8 64->128 channels 56x56 batch 32 fp16 memory bound on a100',
      1_849_688_064,
      38_553_600,
      'memory',
      18.9081,
    ],
    // 1×1: a GEMM of 50176 × 512 × 256.
    ['is a 1x1 conv 256->512 28x28 batch 64 bf16 compute bound on h100', 13_153_337_344, 77_332_480, 'memory', 23.0843],
    ['is a 4096x4096x4096 bf16 gemm compute bound on h100', 137_438_953_472, 100_663_296, 'compute', 138.9676],
    [
      'matmul m=4096 n=4096 k=4096 in bfloat16 on h100, memory or compute bound?',
      137_438_953_472,
      100_663_296,
      'compute',
      138.9676,
    ],
    [
      'how long should a 4k x 4k x 4k bf16 matmul take on an H100 at least, roofline',
      137_438_953_472,
      100_663_296,
      'compute',
      138.9676,
    ],
    ['gemm M=4096,N=4096,K=4096,bf16 on H100 roofline', 137_438_953_472, 100_663_296, 'compute', 138.9676],
    ['roofline of a 4096^3 gemm, bf16, h100', 137_438_953_472, 100_663_296, 'compute', 138.9676],
    ['4096x4096 @ 4096x4096 bf16 on h100: what is the floor', 137_438_953_472, 100_663_296, 'compute', 138.9676],
    ['is gemv 8192x8192 fp16 memory bound on h100', 134_217_728, 134_250_496, 'memory', 40.0748],
    // 4·4·32·4096²·128; 4·4·32·4096·128·2 B.
    [
      'flash attention seqlen 4096 heads 32 head dim 128 batch 4 bf16 compute bound on h100?',
      1_099_511_627_776,
      536_870_912,
      'compute',
      1111.741,
    ],
    [
      'roofline attention batch 4, 32 heads of 128, 4096 tokens bf16 h100',
      1_099_511_627_776,
      536_870_912,
      'compute',
      1111.741,
    ],
    ['sdpa (4, 32, 4096, 128) causal bf16 on h100 compute bound?', 549_755_813_888, 536_870_912, 'compute', 555.8703],
    // Decoding: 64·128·2·(64 + 8·8192)·2 B at 4800 GB/s.
    [
      'attention decode batch 64 heads 64 kv heads 8 head dim 128 context 8k bf16 on h200 memory bound',
      17_179_869_184,
      2_149_580_800,
      'memory',
      447.8293,
    ],
    [
      'is decode attention with 64 heads 8 kv heads head dim 128 8k context batch 64 bf16 memory bound on h200',
      17_179_869_184,
      2_149_580_800,
      'memory',
      447.8293,
    ],
    ['is relu on 64M elements fp16 memory bound on h100', 64e6, 256e6, 'memory', 76.4179],
    ['adding two tensors of 8192x8192 fp32 on a100 memory bound?', 2 ** 26, 3 * 2 ** 28, 'memory', 394.9516],
    ['how fast can a copy of 1G floats be on h200', 0, 8e9, 'memory', 1666.667],
    // (2·4096·8192 + 2·8192)·2 B.
    ['is layernorm over 4096x8192 bf16 memory bound on h100', 268_435_456, 134_250_496, 'memory', 40.0748],
    ['rmsnorm 4096 tokens hidden 8192 bf16 h100 roofline', 167_772_160, 134_234_112, 'memory', 40.0699],
    [
      'is softmax of (32, 4096, 4096) fp16 bandwidth bound on an a100',
      2_684_354_560,
      2_147_483_648,
      'memory',
      1053.204,
    ],
    ['kernel with 2e12 flops and 10GB in bf16 on h100, compute bound?', 2e12, 10e9, 'memory', 2985.075],
    ['how close to peak is moving 8 GB in 3 ms on h100', 0, 8e9, 'memory', 2388.06],
  ] as const)('%s', (text, flop, bytes, bound, floor) => {
    const found = values(text);
    expect(found).toMatchObject({ flop, bytes, bound });
    expect(Math.abs(Number(found?.floor_us) / floor - 1)).toBeLessThan(1e-4);
  });

  it.each([
    ['gemm m=8 n=4096 k=4096 fp8 on h200 takes 12us how far from the roofline', 29.32],
    ['my 8192^3 bf16 gemm on h100 takes 1.7ms what % of peak', 65.4],
    ['3x3 conv 64->128 channels 56x56 batch 32 fp16 on a100 took 0.1 ms, how close to the roofline', 47.43],
    ['4096x4096x4096 bf16 gemm at 600 TFLOPS on h100, how close to the roofline', 60.67],
    ['relu on 64M elements fp16 runs at 2 TB/s on h100, how far from the floor', 59.7],
  ])('with a measured time or rate: %s', (text, percent) => {
    expect(Number(values(text)?.percent_of_floor)).toBeCloseTo(percent, 1);
  });

  it('says that a time below the floor cannot be', () => {
    const found = answer('8192x8192x8192 fp16 matmul in 2.1 ms on a100 what fraction of peak');
    expect(found && plainText(found)).toContain('2.1 ms is shorter than that');
  });

  it('asks for one missing input after another until it can answer', () => {
    for (const [text, steps] of [
      ['is a gemm memory bound on h100 in bf16', 1],
      ['is a gemm with m=16 n=4096 memory bound on h100 in bf16', 1],
      ['is a 4096x4096x16 gemm memory bound', 2],
      ['is a conv 64->128 channels 56x56 fp16 memory bound on a100', 1],
      ['is a 3x3 conv on 56x56 memory bound in fp16', 2],
      ['attention with 32 heads memory bound on h100 bf16?', 2],
      ['is layernorm memory bound on h100 in bf16', 1],
      ['is a kernel of 2 TFLOP memory bound on h100 in bf16', 1],
    ] as const) {
      expect(asksUntilAnswered(text), text).toBe(steps);
    }
  });

  it('refuses what cannot be', () => {
    for (const [text, words] of [
      ['3x3 conv groups=7 64->128 channels 56x56 fp16 memory bound on a100', '7 groups do not divide'],
      ['9x9 conv padding 0 64->64 channels 7x7 fp16 memory bound on a100', 'no output is left'],
      ['4096x4096 @ 1024x4096 fp16 gemm memory bound on a100', 'inner sizes differ'],
      ['attention 32 heads 5 kv heads head dim 128 4k tokens bf16 memory bound on h100', 'multiple'],
      ['0x4096x4096 gemm bf16 memory bound on h100', 'at least 1'],
    ] as const) {
      const found = answer(text);
      expect(found?.kind, text).toBe('notice');
      expect(found && plainText(found), text).toContain(words);
    }
  });

  it('the ridge point, and the share of a peak that a rate reaches', () => {
    expect(values("what's the ridge point of an a100 in fp16")?.ridge_flop_per_byte).toBeCloseTo(153.0162, 3);
    expect(values('i measure 2.8 TB/s on h100, what % of peak bandwidth')?.percent_of_peak).toBeCloseTo(83.58, 2);
    expect(values('my bf16 gemm gets 650 TFLOPS on h100, how close to peak')?.percent_of_peak).toBeCloseTo(65.72, 2);
  });

  it('leaves questions of principle to the library', () => {
    for (const text of [
      'is my kernel memory bound or compute bound',
      'how do i know if a convolution is memory bound',
      'why is layernorm memory bound',
      'how to reach the roofline with a triton gemm',
      'my shared memory matmul only 10 percent of peak',
      'is triton good enough for M=1 matmul',
    ])
      expect(answer(text), text).toBeUndefined();
  });
});
