import { describe, expect, it } from 'vitest';
import { plainText } from '#contract';
import { picture } from '../../src/drawing/picture.ts';
import { answer, values } from './asked.ts';

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
    expect(answer('theoretical occupancy 50% limiter registers')).toBeUndefined();
    expect(answer('how to raise occupancy of my triton kernel on h100')).toBeUndefined();
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
