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
      /128 × 32 rounded up to 256 = 4096 a warp[\s\S]*One more block fits with 80 registers or fewer/,
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
      ['occupancy 32 vgprs 256 threads 100KB lds on mi300x', '64 KiB of LDS'],
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
