import { type AmdLimits, amdOccupancy } from './amd-occupancy.ts';
import { type NvidiaLimits, nvidiaOccupancy } from './nvidia-occupancy.ts';

/** What a launch takes of a GPU, in the words of either vendor. */
export type Launched = {
  /** Threads of a block, work-items of a workgroup. */
  readonly threads: number;
  /** Registers of a thread; on AMD vector registers, accumulation registers counted in where the file is unified. */
  readonly registers: number;
  /** Bytes of shared memory or LDS of a block. */
  readonly shared: number;
  /** Scalar registers; AMD only. */
  readonly scalars: number;
};

/** An input that can be varied or solved for. */
export type Input = 'threads' | 'registers' | 'shared';

/** What a GPU holds at once of a launch. */
export type Held = {
  /** Share of the warps or waves that it could hold, 0 to 1. */
  readonly share: number;
  /** Blocks of an SM, workgroups of a CU or WGP. */
  readonly blocks: number;
  /** Warps of an SM, waves of a SIMD. */
  readonly waves: number;
  readonly limiters: readonly string[];
};

/** One architecture seen alike for both vendors: what it holds of a launch, how far each input goes and what it is called. */
export type Residency = {
  at(launch: Launched): Held;
  /** The most of each input that a launch may ask for. */
  readonly most: Readonly<Record<Input, number>>;
  /** Each input is given out in multiples of so many. */
  readonly unit: Readonly<Record<Input, number>>;
  readonly wavesMost: number;
  readonly words: {
    readonly registers: string;
    readonly shared: string;
    readonly block: string;
    readonly thread: string;
    /** What holds the blocks: SM, CU, WGP. */
    readonly holder: string;
    readonly waves: string;
    /** What holds the waves that `wavesMost` counts: SM or SIMD. */
    readonly waveHolder: string;
  };
};

/** Registers that an instruction of an NVIDIA GPU can name, less the zero register. */
const NVIDIA_REGISTERS = 255;

/** The limits of an NVIDIA architecture as a residency. */
export function nvidiaResidency(limits: NvidiaLimits): Residency {
  return {
    at(launch) {
      const { share, blocks, warps, limiters } = nvidiaOccupancy(limits, launch);
      return { share, blocks, waves: warps, limiters };
    },
    most: { threads: limits.threadsPerBlock, registers: NVIDIA_REGISTERS, shared: limits.sharedPerBlock },
    unit: { threads: limits.warpSize, registers: 1, shared: limits.sharedUnit },
    wavesMost: limits.threadsPerSm / limits.warpSize,
    words: {
      registers: 'registers',
      shared: 'shared memory',
      block: 'block',
      thread: 'thread',
      holder: 'SM',
      waves: 'warps',
      waveHolder: 'SM',
    },
  };
}

/** The limits of an AMD architecture as a residency. */
export function amdResidency(limits: AmdLimits): Residency {
  return {
    at(launch) {
      const { share, blocksPerUnit, wavesPerSimd, limiters } = amdOccupancy(limits, {
        threads: launch.threads,
        vectorRegisters: launch.registers,
        scalarRegisters: launch.scalars,
        lds: launch.shared,
      });
      return { share, blocks: blocksPerUnit, waves: wavesPerSimd, limiters };
    },
    most: { threads: limits.threadsPerBlock, registers: limits.vectorAddressable, shared: limits.ldsPerBlock },
    unit: { threads: limits.waveSize, registers: 1, shared: limits.ldsUnit },
    wavesMost: limits.wavesPerSimd,
    words: {
      registers: 'vector registers',
      shared: 'LDS',
      block: 'workgroup',
      thread: 'lane',
      holder: limits.waveSize === 64 ? 'CU' : 'WGP',
      waves: 'waves',
      waveHolder: 'SIMD',
    },
  };
}

/** What is to be reached at least. */
export type Target = { readonly share: number } | { readonly blocks: number } | { readonly waves: number };

/** True when a GPU that holds this has reached the target. */
export function reaches(held: Held, target: Target): boolean {
  if ('share' in target) return held.share >= target.share - 1e-9;
  return 'blocks' in target ? held.blocks >= target.blocks : held.waves >= target.waves;
}

/**
 * The largest value of one input with which the target is still reached, in its unit; undefined when no value reaches it.
 * Found by asking forwards, so it is as exact as the occupancy itself. Threads are not among them: more threads a block do not
 * steadily mean less occupancy (see `blockSizes`).
 */
export function largest(
  residency: Residency,
  launch: Launched,
  input: 'registers' | 'shared',
  target: Target,
): number | undefined {
  const unit = residency.unit[input];
  const least = input === 'registers' ? 1 : 0;
  for (let value = Math.floor(residency.most[input] / unit) * unit; value >= least; value -= unit)
    if (reaches(residency.at({ ...launch, [input]: value }), target)) return value;
  return undefined;
}

/** Every block size in whole warps with what it gives, smallest first. */
export function blockSizes(
  residency: Residency,
  launch: Launched,
): readonly { readonly threads: number; readonly held: Held }[] {
  const { threads: unit } = residency.unit;
  return Array.from({ length: residency.most.threads / unit }, (_, index) => {
    const threads = (index + 1) * unit;
    return { threads, held: residency.at({ ...launch, threads }) };
  });
}
