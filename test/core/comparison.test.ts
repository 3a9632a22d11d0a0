import { describe, expect, it } from 'vitest';
import { respond } from '../../src/answering/respond.ts';
import { shipped } from '../routing/shipped.ts';

function asked(text: string) {
  const { answer } = respond(shipped(), { text, day: '2026-12-02' }, undefined);
  return { title: answer.title, origins: answer.origins.map(({ id }) => id) };
}

describe('two stacks in one question', () => {
  it('are put side by side on the practice that is asked about, not on choosing between them', () => {
    expect(asked('fusion in tensorrt vs cudnn').origins).toEqual(['tensorrt/operator-fusion', 'cuda/operator-fusion']);
    expect(asked('profiling on amd vs nvidia').origins).toEqual(['rocm/profiling', 'cuda/profiling']);
    expect(asked('bank conflicts: rocm compared to cuda').title).toBe('Bank conflicts: ROCm and CUDA');
  });

  it('are answered by the entry that weighs them, where there is one', () => {
    expect(asked('triton vs cutlass for grouped gemm').origins).toEqual(['choices/grouped-gemm-path']);
  });

  it('are compared as a whole when nothing else is asked about', () => {
    expect(asked('triton vs cuda').origins).toEqual(['triton/choosing-the-stack', 'cuda/choosing-the-stack']);
  });

  it('leave a symptom to the entry about it', () => {
    expect(asked('different results on rocm and cuda for the same model').origins).toHaveLength(1);
  });
});
