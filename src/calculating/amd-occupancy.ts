import { roundUp } from './nvidia-occupancy.ts';

/** Limits of one AMD target: lanes, waves, registers of a lane, bytes. */
export type AmdLimits = {
  readonly waveSize: number;
  /** SIMDs that share one LDS: a compute unit of CDNA, a workgroup processor of RDNA. */
  readonly simdsPerUnit: number;
  readonly wavesPerSimd: number;
  readonly threadsPerBlock: number;
  /** Vector registers of a lane's slice of a SIMD; accumulation registers are part of them where the file is unified. */
  readonly vectorRegisters: number;
  readonly vectorUnit: number;
  readonly vectorAddressable: number;
  /** Waves per SIMD by scalar registers, as pairs of the most registers and the waves they allow; absent: no limit. */
  readonly scalarSteps?: readonly (readonly [number, number])[] | undefined;
  readonly ldsPerUnit: number;
  readonly ldsPerBlock: number;
  /** LDS is given out in multiples of so many bytes. */
  readonly ldsUnit: number;
  /** Workgroups of more than one wave that a unit holds. */
  readonly blocksPerUnit: number;
};

/** What a kernel and its launch ask for. */
export type AmdKernel = {
  readonly threads: number;
  /** Vector registers of a lane, accumulation registers counted in where the file is unified. */
  readonly vectorRegisters: number;
  readonly scalarRegisters: number;
  /** LDS of a workgroup in bytes. */
  readonly lds: number;
};

export type AmdLimiter = 'vector registers' | 'scalar registers' | 'LDS' | 'waves' | 'workgroups';

/** Waves that a SIMD holds at once, and what keeps it from more. */
export type AmdOccupancy = {
  readonly wavesPerSimd: number;
  readonly blocksPerUnit: number;
  readonly share: number;
  readonly allows: Readonly<Record<AmdLimiter, number>>;
  readonly limiters: readonly AmdLimiter[];
  readonly wavesPerBlock: number;
  /** Vector registers of a lane after rounding to the allocation unit. */
  readonly allocatedVectorRegisters: number;
};

/**
 * Occupancy of an AMD SIMD in waves, as LLVM's AMDGPU back end prints it after `; Occupancy:` (LLVM of Triton 3.6.0,
 * getOccupancyWithNumVGPRs, getOccupancyWithNumSGPRs, getOccupancyWithWorkGroupSizes). RDNA is taken in workgroup-processor
 * mode, its default.
 */
export function amdOccupancy(limits: AmdLimits, kernel: AmdKernel): AmdOccupancy {
  const { simdsPerUnit, wavesPerSimd } = limits;
  const wavesPerBlock = Math.ceil(kernel.threads / limits.waveSize);
  const allocated = roundUp(Math.max(kernel.vectorRegisters, 1), limits.vectorUnit);
  const perUnit = wavesPerSimd * simdsPerUnit;
  // One wave needs no barrier: only larger workgroups take one of the unit's barrier slots.
  const slots = wavesPerBlock > 1 ? limits.blocksPerUnit : perUnit;
  const byLds = kernel.lds === 0 ? Number.POSITIVE_INFINITY : Math.floor(limits.ldsPerUnit / kernel.lds);
  const wavesOf = (blocks: number): number =>
    Math.min(wavesPerSimd, Math.ceil((blocks * wavesPerBlock) / simdsPerUnit));
  const allows: Record<AmdLimiter, number> = {
    'vector registers': Math.min(wavesPerSimd, Math.max(1, Math.floor(limits.vectorRegisters / allocated))),
    'scalar registers': byScalars(limits, kernel.scalarRegisters),
    LDS: byLds === Number.POSITIVE_INFINITY ? wavesPerSimd : wavesOf(byLds),
    waves: wavesOf(Math.max(1, Math.floor(perUnit / wavesPerBlock))),
    workgroups: wavesOf(slots),
  };
  const waves = Math.min(...Object.values(allows));
  return {
    wavesPerSimd: waves,
    // Waves of a SIMD are rounded up above: whole workgroups are never more than LDS and barrier slots allow.
    blocksPerUnit: Math.max(0, Math.min(byLds, slots, Math.floor((waves * simdsPerUnit) / wavesPerBlock))),
    share: waves / wavesPerSimd,
    allows,
    limiters: (Object.keys(allows) as AmdLimiter[]).filter((limiter) => allows[limiter] === waves),
    wavesPerBlock,
    allocatedVectorRegisters: allocated,
  };
}

function byScalars({ scalarSteps, wavesPerSimd }: AmdLimits, registers: number): number {
  const step = scalarSteps?.find(([most]) => registers <= most);
  return Math.min(wavesPerSimd, step?.[1] ?? wavesPerSimd);
}
