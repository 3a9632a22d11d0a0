import { describe, expect, it } from 'vitest';
import { answer, values } from './asked.ts';

describe('what calculations leave to the library', () => {
  it.each([
    // Activations of something else than a transformer in training.
    'activation memory of a TensorRT engine min/opt/max profile',
    'activation memory of a TensorRT engine with profile min 1 opt 8 max 32',
    'does flash attention 2 save activation memory',
    'fp8 activations e4m3 memory layout',
    // The error as printed, whose figure alone needs no counting.
    'out of resource: shared memory 114688 on a 3090',
    // Quantization of values and the tail of a latency are none of waves.
    'does fp8 quantization of a 4096x4096 weight help on h100',
    'tail latency with batch 8x3 224x224 on h100 is bad',
    // How it is done, or why it fails.
    'how do I set kv cache dtype fp8 for llama 3 8b',
    'how to fuse 2 kernels in triton, is it faster?',
    'why does llama 70b not fit on 2 h100, OOM error during engine build',
    'my cuda graph with 100 kernels of 5us fails to launch',
    // Links are not the memory of the GPU.
    'pcie copy reaches 50 GB/s on h100, how close to the theoretical max',
    'nvlink 300 GB/s on h100 percent of theoretical',
    'how fast can h2d copy 1GB on h100',
    'copying 64M floats to the host from h100, how fast',
  ])('%s', (text) => {
    expect(answer(text)).toBeUndefined();
  });
});

describe('long questions', () => {
  it('take no time without end, however their numbers are joined', () => {
    // 40 blanks that could be read in two ways each would take hours.
    for (const joined of ['12 or ', '12, 12 or ', '12, or ', '12 vs. ', '12 threads, '])
      expect(answer(`occupancy h100 ${joined.repeat(40)}`)?.kind, joined).not.toBe('answer');
  });
  it('still name several block sizes', () => {
    const found = values('128, 256, or 512 threads better occupancy with 64 registers on h100');
    expect(found).toHaveProperty('best_block_size');
    expect(values('128 vs. 256 threads better occupancy with 64 registers on h100')).toHaveProperty('best_block_size');
  });
});

describe('inputs that look like others', () => {
  it('a name before a number is no second', () => {
    expect(values('is attention b=8 h=32 s=4096 d=128 bf16 memory bound on h100')).not.toHaveProperty('measured_us');
    expect(values('roofline attention h=32 s=4096 d=128 bf16 on h100 took 2 s')).toMatchObject({
      measured_us: 2e6,
    });
  });
  it('the version of a library is no number of heads', () => {
    // 4 · 32 · 8192² · 128 / 2.
    const flop = 4 * 32 * 8192 ** 2 * 64;
    expect(values('roofline of flash attention 2 heads 32 seq 8192 head dim 128 bf16 causal on h100')).toMatchObject({
      flop,
    });
    expect(values('roofline of flash attention 2 heads seq 8192 head dim 128 bf16 causal on h100')).toMatchObject({
      flop: flop / 16,
    });
  });
  it('tokens are rows, not elements', () => {
    // 2 · 16 · 4096 and the two weights of a row, 2 B each.
    expect(values('layer norm of 16 tokens 4096 hidden bf16 h100 memory bound')).toMatchObject({ bytes: 278_528 });
  });
  it('the block size that is asked for is not asked back', () => {
    expect(values('block size for 64 registers on h100 best occupancy')).toHaveProperty('best_block_size');
  });
  it('rates in small letters are bytes behind a slash, bits behind a p', () => {
    expect(values('2.8 tb/s on h100 what percent of peak')).toMatchObject({ percent_of_peak: 83.5821 });
    expect(values('allreduce 1GB over 8 gpus at 50 gb/s')).toMatchObject({ link_gb_per_s: 50 });
    expect(values('allreduce 1GB over 8 gpus at 400 gbps')).toMatchObject({ link_gb_per_s: 50 });
    expect(values('allreduce 1GB over 8 gpus at 400 Gb/s')).toMatchObject({ link_gb_per_s: 50 });
  });
  it('GPUs of all nodes together, or of each', () => {
    const all = values('allreduce 1GB over 16 gpus on 2 nodes at 50 GB/s');
    expect(all).toEqual(values('allreduce 1GB over 2 nodes with 8 gpus each at 50 GB/s'));
    expect(all).toEqual(values('allreduce 1GB over 8 gpus on each of 2 nodes at 50 GB/s'));
    expect(all).toEqual(values('allreduce 1GB over 8 gpus per node on 2 nodes at 50 GB/s'));
  });
  it('a link of fewer lanes', () => {
    // 8 lanes · 16 GT/s · 128/130 / 8 = 15.754 GB/s.
    expect(values('allreduce 1GB over pcie gen4 x8 on 4 gpus')?.link_gb_per_s).toBeCloseTo(15.753846, 5);
  });
  it('what joins the dies of one card joins no cards', () => {
    expect(answer('allreduce 1GB over 8 mi250x')).toMatchObject({ kind: 'clarify' });
  });
  it('billions in words', () => {
    expect(values('how much memory do 70 billion parameters need in bf16')).toMatchObject({ weight_bytes: 140e9 });
  });
  it('a token of the activations', () => {
    // 32 layers · 4096 · 34 B.
    expect(values('how much activation memory does llama 3 8b need per token in bf16')).toMatchObject({
      activation_bytes: 4_456_448,
    });
  });
  it('no block at all is no target', () => {
    expect(answer('how many registers for 0 blocks per SM 128 threads on h100')?.kind).toBe('notice');
  });
});
