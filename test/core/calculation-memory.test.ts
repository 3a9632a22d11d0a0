import { describe, expect, it } from 'vitest';
import { plainText } from '#contract';
import { answer, asksUntilAnswered, values } from './asked.ts';

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

describe('tiles, waves and strides in more wordings', () => {
  it('stages solved backwards', () => {
    // (128·64 + 64·128)·2 B = 32768 a stage; ⌊232448 / 32768⌋ = 7.
    expect(values('tile 128x128x64 bf16 how many stages fit on h100')).toMatchObject({ stages_that_fit: 7 });
  });
  it('the two figures of an out of resource told in words, with the entry beside', () => {
    // 147456 / 3 = 49152 a stage: two fit 101376.
    const found = answer('out of resource shared memory 147456 bytes limit 101376 with 3 stages');
    expect(found).toMatchObject({ values: { shared_bytes: 147_456, stages_that_fit: 2, fits: 'no' } });
    expect(found?.choices.map(({ action }) => action)).toContainEqual({
      do: 'show',
      entry: 'errors/triton-out-of-resources',
    });
    expect(found && plainText(found)).toMatch(/limit of a block on sm_86, sm_89, sm_120/);
    expect(values('why out of resource shared memory 98304 vs 101376')).toMatchObject({ fits: 'yes' });
    expect(answer('out of resource: shared memory, Required: 131072, Hardware limit: 101376')).toBeUndefined();
  });
  it('split K: as many ways as fill the GPU, none shorter than 256', () => {
    // 1 tile on 108 SMs: 108 ways of 607. 32 tiles on 132 SMs: 4 ways. K of 512: two ways.
    expect(values('does split-k help for 128x128x65536 with a 128x128 tile on a100')).toMatchObject({
      split_k: 108,
      k_per_split: 607,
      partial_sum_bytes: 108 * 128 * 128 * 4,
    });
    expect(values('split-k for 64x4096x16384 gemm with 64x128 tile on h100 worth it?')).toMatchObject({ split_k: 4 });
    expect(values('does splitk help for 128x128x512 with 128x128 tile on h100')).toMatchObject({ split_k: 2 });
    expect(asksUntilAnswered('does splitk help for 128x128x65536')).toBe(2);
    expect(values('does split-k help for 8192x8192x8192 with 128x128 tiles on h100')).toMatchObject({ split_k: 1 });
  });
  it('columns of arrays, halves, doubles and vectors', () => {
    for (const [text, ways] of [
      ['bank conflict float tile[32][32]', 32],
      ['does __shared__ float s[32][33] have bank conflicts when reading a column', 1],
      ['bank conflict float t[32][32 + 1]', 1],
      ['bank conflicts stride of 16 halfs', 8],
      // 16 lanes of 8 bytes at a time: a stride of one double is free, of two it is not.
      ['bank conflicts with stride of 1 double', 1],
      ['bank conflicts with stride of 2 doubles', 2],
    ] as const)
      expect(values(text), text).toMatchObject({ bank_conflict_ways: ways });
  });
});

describe('memory in more wordings', () => {
  it('a token of the cache', () => {
    // 2·32·8·128·2 B.
    expect(values('kv cache per token llama 3 8b fp16')).toMatchObject({ kv_bytes_per_token: 131_072 });
  });
  it('weights against the memory of a GPU', () => {
    // 140e9 / (80·2³⁰) = 1.63: two.
    expect(values('will llama 70b in fp16 fit on 2 h100s')).toMatchObject({ weight_bytes: 140e9, gpus_needed: 2 });
    expect(values('can i fit a 13b model in int4 on a t4')).toMatchObject({ weight_bytes: 6.5e9, gpus_needed: 1 });
  });
  it('training keeps 18 bytes a parameter', () => {
    expect(values('memory to finetune 7b with adam in bf16')).toMatchObject({ weight_bytes: 126e9 });
  });
  it('activations of a known width, in 34 bytes a token, layer and element at 16 bits', () => {
    // 32 layers · 2048 · 4 · 4096 = 1,073,741,824 elements; × 34 B and × 2 B.
    expect(values('activation memory llama 3 8b training batch 4 seq 2048 bf16')).toMatchObject({
      activation_bytes: 34 * 2 ** 30,
      activation_bytes_recomputed: 2 * 2 ** 30,
    });
    expect(asksUntilAnswered('activation memory for a model with 32 layers batch 4 seq 2048')).toBe(2);
  });
});

describe('traffic in more wordings', () => {
  it("collectives over a named link, over a GPU's own, with a time", () => {
    // 2·7/8·2³⁰ B at 450 GB/s one way; NVLink 4 carries 900 both ways together.
    expect(values('allreduce 1GB 8 gpus nvlink h100')?.floor_us).toBeCloseTo(4175.66, 1);
    expect(values('allreduce time 2 GiB 8x h200 nvlink')?.floor_us).toBeCloseTo(8351.33, 1);
    // 16 lanes · 16 GT/s · 128/130 / 8 = 31.508 GB/s; 1.5·2³⁰ B.
    expect(values('allreduce 1GB over pcie gen4 x16 on 4 gpus')?.floor_us).toBeCloseTo(51_118.08, 1);
    // 7/8·512 MiB once.
    expect(values('all-gather 512MB 8x h100')?.floor_us).toBeCloseTo(1043.92, 1);
    expect(values('ring allreduce 2GB 8 gpus 25GB/s took 200ms')?.percent_of_floor).toBeCloseTo(75.16, 1);
    expect(values('allreduce 64MB on 2 nodes of 8 gpus 400 Gb/s')).toMatchObject({ link_gb_per_s: 50 });
    expect(answer('allreduce 1GB on 1 gpu nvlink h100')?.kind).toBe('notice');
    expect(answer('allreduce of 1GB hangs on 8 gpus')).toBeUndefined();
  });
  it('captured launches: on the edge, worth it, or not', () => {
    const edge = answer('when does a cuda graph pay with 200 kernels of 5us');
    expect(edge && plainText(edge)).toContain('On the edge');
    expect(edge).toMatchObject({ values: { launch_bound: 'no', idle_percent: 0 } });
    expect(values('do cuda graphs help with 1000 kernels of 2us each, launch overhead 6us')).toMatchObject({
      launch_bound: 'yes',
      idle_percent: 66.6667,
      step_us: 6000,
      graph_step_us: 2000,
    });
    expect(answer('how do i make a cuda graph from 40 kernels')).toBeUndefined();
  });
  it('a chain that is listed', () => {
    // 3 · 2 · 4096·11008 · 2 B become 2 · 4096·11008 · 2 B; 360,710,144 B saved at 3350 GB/s.
    expect(
      values('how much does fusing bias gelu and residual save on a 4096x11008 bf16 tensor on h100'),
    ).toMatchObject({ saved_bytes: 360_710_144, saved_us: 107.67467 });
  });
});
