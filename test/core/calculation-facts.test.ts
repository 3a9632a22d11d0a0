import { describe, expect, it } from 'vitest';
import { plainText } from '#contract';
import { answer, values } from './asked.ts';

describe('facts', () => {
  it('of one GPU and of several side by side', () => {
    expect(values('L2 on h200')).toMatchObject({ l2_cache: 60 });
    const found = answer('mi300x vs h100 bandwidth');
    expect(found && plainText(found)).toMatch(/MI300X[\s\S]*5300[\s\S]*3350|3350[\s\S]*5300/);
    const fp8 = answer('does 4090 have fp8');
    expect(fp8 && plainText(fp8)).toMatch(/E4M3/);
    expect(values('how much memory bandwidth has h200')).toEqual(values('h200 memory bandwidth'));
    const capability = answer('compute capability of rtx 4090');
    expect(capability && plainText(capability)).toContain('compute capability 8.9');
  });
  it('are not mistaken for questions of another kind', () => {
    for (const text of [
      'why is bandwidth on my h100 so low',
      'should i buy a 4090 or a 5090',
      'cuda error on h100 out of memory',
      'occupancy 25% because of registers, is it bad',
      'how to reach peak bandwidth on mi300x',
    ])
      expect(answer(text), text).toBeUndefined();
  });

  it('leave to the library what asks for more than a figure', () => {
    for (const text of [
      'nvfp4 vs fp8 on b200 quality and speed',
      'can A100 run fp8 models',
      'how many banks does shared memory have on h100',
      'build .cu torch extension for MI250',
      'keep lookup table in L2 A100',
    ])
      expect(answer(text), text).toBeUndefined();
  });
  it('name the link, not the memory, where the link is asked for', () => {
    expect(Object.keys(values('nvlink bandwidth h100') ?? {})).toEqual(['interconnect']);
  });
  it('say which figure is not confirmed instead of guessing it', () => {
    for (const text of [
      'memory bandwidth gh200',
      'rtx 5090 fp16 tflops',
      'is a 4096x4096x4096 fp16 gemm compute bound on a 3090',
    ]) {
      const found = answer(text);
      expect(found, text).toMatchObject({ kind: 'unknown', title: 'Not confirmed' });
    }
  });
});
