import { describe, expect, it } from 'vitest';
import { plainText } from '#contract';
import { createCalculation } from '../../src/answering/calculation/calculation.ts';
import { picture } from '../../src/drawing/picture.ts';
import { loadLibrary } from '../../src/knowledge/load.ts';
import { problemText } from '../../src/knowledge/problem.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';

const loaded = loadLibrary([SHIPPED]);
if ('problems' in loaded) throw new Error(loaded.problems.map(problemText).join('\n'));
const calculate = createCalculation(loaded.library);
const answer = (text: string) => calculate({ text, day: '2026-12-02' }, undefined);

function values(text: string) {
  const found = answer(text);
  if (found?.kind !== 'answer') throw new Error(`"${text}" gave ${found?.kind}`);
  return found.values;
}

describe('occupancy in words', () => {
  it('of a launch, with the limiter and the working', () => {
    expect(values('occupancy 128 regs 256 threads 64KB smem on h100')).toMatchObject({
      active_blocks_per_sm: 2,
      occupancy_percent: 25,
      limiter: 'registers',
    });
    const found = answer('occupancy 128 regs 256 threads 64KB smem on h100');
    expect(found && plainText(found)).toMatch(
      /128 × 32 rounded up to 256 = 4096 a warp[\s\S]*The next step up: 80 registers or fewer/,
    );
  });

  it('of pasted compiler lines', () => {
    expect(
      values('occupancy on sm_80, 256 threads: ptxas info : Used 40 registers, 49152 bytes smem, 400 bytes cmem[0]'),
    ).toMatchObject({ active_blocks_per_sm: 3, limiter: 'shared memory' });
    expect(
      values('occupancy on gfx942: VGPRs: 96 AGPRs: 0 SGPRs: 40 LDS Size [bytes/block]: 32768, 256 threads'),
    ).toMatchObject({ waves_per_simd: 2, limiter: 'LDS' });
    expect(values('occupancy on sm_90 num_warps 8 n_regs 168 shared 98304')).toMatchObject({ active_blocks_per_sm: 1 });
  });

  it('asks for one missing input at a time, each button a complete question', () => {
    for (const [text, title] of [
      ['occupancy with 128 regs and 256 threads?', 'On which GPU?'],
      ['occupancy with 128 regs on h100', 'How many threads has a block?'],
      ['occupancy 256 threads on h100', 'How many registers has a thread? (ptxas -v, or n_regs)'],
    ] as const) {
      const found = answer(text);
      expect(found).toMatchObject({ kind: 'clarify', title });
      expect(found?.choices).toHaveLength(3);
      for (const { action } of found?.choices ?? []) {
        if (action.do !== 'ask') throw new Error(action.do);
        expect(answer(action.text)?.kind, action.text).toBe('answer');
      }
    }
  });

  it('refuses what no hardware takes, with the limit', () => {
    for (const [text, limit] of [
      ['occupancy 32 regs 2048 threads on h100', '1 to 1024 threads'],
      ['occupancy 300 registers 256 threads on h100', 'at most 255 registers'],
      ['occupancy 32 regs 256 threads 300KB smem on h100', '232448 bytes'],
      ['occupancy 32 vgprs 256 threads 100KB lds on mi300x', '64 KiB (65536 bytes) of LDS'],
    ] as const) {
      const found = answer(text);
      expect(found?.kind, text).toBe('notice');
      expect(found && plainText(found)).toContain(limit);
    }
  });

  it('is left to the library when the question holds no numbers', () => {
    expect(answer('does higher occupancy always help')).toBeUndefined();
    expect(answer('how to raise occupancy of my triton kernel on h100')).toBeUndefined();
  });
});

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
    const { peaks, bandwidth } = loaded.library.hardware.gpus.h200 ?? {};
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

describe('occupancy solved backwards', () => {
  it('registers for an occupancy: a quarter of the file over the warps of a sub-partition', () => {
    // H100: 64 warps, 16 a sub-partition; 16384 / 16 = 1024 a warp = 32 a thread. At 33 the warp takes 1280: 12 fit, 75 %.
    const found = answer('how many registers per thread for full occupancy on h100 with 256 threads');
    expect(found).toMatchObject({ values: { max_registers_per_thread: 32, active_blocks_per_sm: 8 } });
    expect(found && plainText(found)).toContain('33 → 6 blocks per SM, 48 of 64 warps per SM, 75 %');
    // 4090: 36 of 48 warps are 9 a sub-partition; 16384 / 9 = 1820, down to 1792 a warp = 56 a thread.
    expect(values('max registers per thread for 75% occupancy on 4090')).toMatchObject({
      max_registers_per_thread: 56,
    });
    // 32 warps a block, 8 a sub-partition: 16384 / 8 = 2048 a warp = 64 a thread.
    expect(values('how many registers can i use with 1024 threads on h100')).toMatchObject({
      max_registers_per_thread: 64,
    });
  });

  it('shared memory for an occupancy or a number of blocks', () => {
    // A100: 32 of 64 warps are 4 blocks of 8; 167936 / 4 = 41984, less 1024 = 40960.
    expect(values('max shared memory per block for 50% occupancy on a100 with 256 threads')).toMatchObject({
      max_shared_bytes_per_block: 40_960,
    });
    // H100: 233472 / 4 = 58368, less 1024 = 57344. Without a block size nothing is said of warps.
    const blocks = values('max smem per block to fit 4 blocks per SM on h100');
    expect(blocks).toMatchObject({ max_shared_bytes_per_block: 57_344, active_blocks_per_sm: 4 });
    expect(blocks).not.toHaveProperty('occupancy_percent');
    // 64 registers hold 4 blocks of 256 threads anyway: as much shared memory as those 4 can share.
    expect(
      values('how much shared memory can i use without losing occupancy on h100 with 256 threads and 64 regs'),
    ).toMatchObject({ max_shared_bytes_per_block: 57_344, occupancy_percent: 50 });
  });

  it('on AMD: vector registers and LDS', () => {
    // MI300X: 512 / 4 = 128. RX 7900 XTX: 1536 / 8 = 192. MI355X: 160 KiB over 4 workgroups = 40 KiB.
    expect(values('how many vgprs can i use for 4 waves per simd on mi300x')).toMatchObject({
      max_registers_per_thread: 128,
      waves_per_simd: 4,
    });
    expect(values('how many vgprs for 8 waves per simd on 7900 xtx')).toMatchObject({ max_registers_per_thread: 192 });
    expect(values('max lds for 50% occupancy mi355x 256 threads')).toMatchObject({
      max_shared_bytes_per_block: 40_960,
    });
    // 64 KiB / 3 = 21845, down to a multiple of 512 = 21504.
    expect(values('how much lds per workgroup for 3 workgroups per cu on mi300x')).toMatchObject({
      max_shared_bytes_per_block: 21_504,
      active_blocks_per_cu: 3,
    });
  });

  it('a block size: the best of all, and of those named', () => {
    // L40S, 48 registers: 10 warps a sub-partition, 40 an SM. 16 KiB + 1 KiB: 5 blocks of 102400. 5 × 8 warps = 40 of 48.
    expect(values('best threads per block for 48 regs and 16KB shared memory on l40s')).toMatchObject({
      best_block_size: 256,
      occupancy_percent: 83.3333,
    });
    // 72 registers: 7 warps a sub-partition, 28 an SM: 7 blocks of 4 warps, but 3 of 8.
    expect(values('does 128 threads or 256 threads give better occupancy with 72 regs on rtx 4090')).toMatchObject({
      best_block_size: 128,
      occupancy_percent: 58.3333,
    });
  });

  it('says so when nothing reaches it, and what does', () => {
    for (const [text, words] of [
      ['how many registers per thread for full occupancy on h100 with 384 threads', '60 of 64 warps'],
      ['how many registers per thread for 120% occupancy on h100 with 256 threads', 'at most 100 %'],
      ['maximum shared memory per block for 40 blocks per SM on h100', 'at most 32 blocks per SM'],
      ['how many vgprs for 12 waves per simd on mi300x', '1 to 8 waves'],
      ['what block size gives full occupancy with 80 registers on b200', 'at most 37.5 %'],
    ] as const) {
      const found = answer(text);
      expect(found?.kind, text).toBe('notice');
      expect(found && plainText(found), text).toContain(words);
    }
  });

  it('asks for what is missing, each button a complete question', () => {
    for (const text of [
      'how many registers for full occupancy',
      'max shared memory for 50% occupancy on a100',
      'how many registers for 4 blocks per sm on h100',
    ]) {
      const found = answer(text);
      expect(found?.kind, text).toBe('clarify');
      for (const { action } of found?.choices ?? []) {
        if (action.do !== 'ask') throw new Error(action.do);
        expect(answer(action.text)?.kind, action.text).toBe('answer');
      }
    }
  });
});

describe('the chart of an occupancy', () => {
  const chartOf = (text: string) => {
    const block = answer(text)?.blocks.filter((part) => part.kind === 'picture') ?? [];
    expect(block).toHaveLength(1);
    return block[0]?.kind === 'picture' ? block[0].chart : undefined;
  };
  it.each([
    ['registers when they limit', 'occupancy 128 regs 256 threads on h100', 'registers per thread', 128],
    [
      'shared memory when it limits',
      'occupancy 32 regs 256 threads 100KB smem on h100',
      'shared memory per block, KiB',
      100,
    ],
    ['the block size when it limits', 'occupancy 32 regs 32 threads on h100', 'threads per block', 32],
    ['the block size when it is asked', 'which block size is best for 64 regs on a100', 'threads per block', 256],
    ['vector registers on AMD', 'occupancy 128 vgprs 256 threads on mi300x', 'vector registers per lane', 128],
    ['LDS on AMD', 'occupancy 32 vgprs 256 threads 48KB lds on mi300x', 'LDS per workgroup, KiB', 48],
  ])('is against %s', (_, text, label, at) => {
    const chart = chartOf(text);
    expect(chart?.x.label).toBe(label);
    expect(chart?.lines[1]?.points[0]?.[0]).toBe(at);
    const curve = chart?.lines[0]?.points ?? [];
    expect(curve.length).toBeGreaterThan(15);
    // The marked point lies on the curve where the curve has that place.
    const same = curve.find(([x]) => x === at);
    if (same !== undefined) expect(same[1]).toBe(chart?.lines[1]?.points[0]?.[1]);
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
      let found = answer(text);
      for (let step = 0; step < steps; step += 1) {
        expect(found?.kind, `${text}, step ${step}`).toBe('clarify');
        const action = found?.choices[0]?.action;
        if (action?.do !== 'ask') throw new Error(text);
        found = answer(action.text);
      }
      expect(found?.kind, text).toBe('answer');
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
    ])
      expect(answer(text), text).toBeUndefined();
  });
});

describe('tiles, memory and traffic in words', () => {
  it('the shared memory of a tile against the limit', () => {
    expect(values('does a 128x256x64 fp16 tile with 4 stages fit in shared memory on a 4090')).toMatchObject({
      shared_bytes: 196_608,
      shared_limit_bytes: 101_376,
      fits: 'no',
      stages_that_fit: 2,
    });
  });
  it('waves of tiles', () => {
    expect(values('wave quantization of 4096x4096 with 128x128 tiles on h100')).toMatchObject({
      tiles: 1024,
      waves: 8,
    });
  });
  it('bank conflicts of a stride', () => {
    expect(values('bank conflicts with a stride of 32 floats')).toMatchObject({ bank_conflict_ways: 32 });
    expect(values('bank conflict stride 132 bytes')).toMatchObject({ bank_conflict_ways: 1 });
  });
  it('the key-value cache of a known model and of a given shape', () => {
    expect(values('kv cache llama 70b 8k batch 16 fp8')).toMatchObject({
      kv_cache_bytes: 20 * 2 ** 30,
      kv_bytes_per_token: 163_840,
    });
    expect(values('kv cache 32 layers 8 kv heads head dim 128 4k tokens bf16')).toMatchObject({
      kv_cache_bytes: 512 * 2 ** 20,
    });
    expect(answer('kv cache llama 70b 8k batch 16')).toMatchObject({ kind: 'clarify', title: 'In which type?' });
  });
  it('weights, and no weights where a model is only mentioned', () => {
    expect(values('how much vram do the weights of a 70b model need in bf16')).toMatchObject({ weight_bytes: 140e9 });
    expect(answer('would blackwell give a 4b model more speed or only vram')).toBeUndefined();
  });
  it('an allreduce, a fused chain, captured launches', () => {
    expect(values('allreduce 1GB on 8 gpus at 450 GB/s')?.floor_us).toBeCloseTo(4175.9, 0);
    expect(values('fusing 4 elementwise ops on 64M elements bf16')).toMatchObject({
      unfused_bytes: 1.024e9,
      fused_bytes: 0.256e9,
    });
    expect(values('is it worth to capture a graph with 500 kernels of 2 us')).toMatchObject({
      launch_bound: 'yes',
      idle_percent: 60,
    });
  });
});

describe('facts', () => {
  it('of one GPU and of several side by side', () => {
    expect(values('L2 on h200')).toMatchObject({ l2_cache: 60 });
    const found = answer('mi300x vs h100 bandwidth');
    expect(found && plainText(found)).toMatch(/MI300X[\s\S]*5300[\s\S]*3350|3350[\s\S]*5300/);
    const fp8 = answer('does 4090 have fp8');
    expect(fp8 && plainText(fp8)).toMatch(/E4M3/);
  });
  it('are not mistaken for questions of another kind', () => {
    for (const text of [
      'why is bandwidth on my h100 so low',
      'should i buy a 4090 or a 5090',
      'cuda error on h100 out of memory',
      'how to reach peak bandwidth on mi300x',
    ])
      expect(answer(text), text).toBeUndefined();
  });
});

it('draws a PNG of the chart', async () => {
  const found = answer('occupancy 128 regs 256 threads 64KB smem on h100');
  const block = found?.blocks.find((part) => part.kind === 'picture');
  if (block?.kind !== 'picture') throw new Error('no picture');
  const bytes = await picture(block.chart);
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  // Text is drawn: the same chart without words is a much smaller file.
  const bare = await picture({
    ...block.chart,
    title: '',
    x: { ...block.chart.x, label: '' },
    y: { ...block.chart.y, label: '' },
  });
  expect(bytes.length).toBeGreaterThan(bare.length + 2_000);
});
