/** Limits of one compute capability, in threads, warps, 32-bit registers and bytes. */
export type NvidiaLimits = {
  readonly warpSize: number;
  readonly threadsPerBlock: number;
  readonly threadsPerSm: number;
  readonly blocksPerSm: number;
  readonly registersPerSm: number;
  readonly registersPerBlock: number;
  /** Most registers that a thread may be allocated. */
  readonly registersPerThread: number;
  /** Registers are given to a warp in multiples of this many. */
  readonly registerUnit: number;
  /** Warps of an SM are spread over so many sub-partitions, each with its share of the registers. */
  readonly subPartitions: number;
  readonly sharedPerSm: number;
  /** Most shared memory of a block after opting in, its reserved part not counted. */
  readonly sharedPerBlock: number;
  /** Taken by the driver for each block. */
  readonly sharedReserved: number;
  readonly sharedUnit: number;
};

/** What a kernel and its launch ask for. */
export type NvidiaKernel = {
  readonly threads: number;
  readonly registers: number;
  /** Static and dynamic shared memory of a block, in bytes. */
  readonly shared: number;
};

export const LIMITERS = ['registers', 'shared memory', 'warps', 'blocks'] as const;
export type Limiter = (typeof LIMITERS)[number];

/** Blocks and warps that an SM holds at once, and what keeps it from more. */
export type Occupancy = {
  readonly blocks: number;
  readonly warps: number;
  /** Warps over the most that an SM holds, 0 to 1. */
  readonly share: number;
  /** Blocks that each resource alone would allow; Infinity where it is not used. */
  readonly allows: Readonly<Record<Limiter, number>>;
  /** Every resource that allows no more than the result. */
  readonly limiters: readonly Limiter[];
  readonly warpsPerBlock: number;
  /** As allocated, after rounding. */
  readonly registersPerBlock: number;
  readonly sharedPerBlock: number;
};

/**
 * Occupancy of an NVIDIA SM, as NVIDIA's own calculator computes it (`cuda_occupancy.h` of CUDA 13.0,
 * cudaOccMaxActiveBlocksPerMultiprocessor): registers are allocated per warp in units, warps fill sub-partitions evenly,
 * shared memory is rounded up after adding the driver's part. No carve-out preference, one barrier a block, opted in to
 * the largest shared memory.
 */
export function nvidiaOccupancy(limits: NvidiaLimits, kernel: NvidiaKernel): Occupancy {
  const warpsPerBlock = Math.ceil(kernel.threads / limits.warpSize);
  const warpsPerSm = Math.floor(limits.threadsPerSm / limits.warpSize);
  const perWarp = roundUp(kernel.registers * limits.warpSize, limits.registerUnit);
  const sharedPerBlock = roundUp(kernel.shared + limits.sharedReserved, limits.sharedUnit);
  const allows: Record<Limiter, number> = {
    registers: blocksByRegisters(limits, kernel, warpsPerBlock, perWarp),
    'shared memory': blocksByShared(limits, sharedPerBlock),
    warps: kernel.threads > limits.threadsPerBlock ? 0 : Math.floor(warpsPerSm / warpsPerBlock),
    blocks: limits.blocksPerSm,
  };
  const blocks = Math.min(...LIMITERS.map((limiter) => allows[limiter]));
  return {
    blocks,
    warps: blocks * warpsPerBlock,
    share: (blocks * warpsPerBlock) / warpsPerSm,
    allows,
    limiters: LIMITERS.filter((limiter) => allows[limiter] === blocks),
    warpsPerBlock,
    registersPerBlock: perWarp * warpsPerBlock,
    sharedPerBlock,
  };
}

function blocksByRegisters(limits: NvidiaLimits, kernel: NvidiaKernel, warpsPerBlock: number, perWarp: number): number {
  if (kernel.registers > limits.registersPerThread) return 0;
  // A block's warps take whole rounds of the sub-partitions, whether its last round is full or not.
  if (perWarp * roundUp(warpsPerBlock, limits.subPartitions) > limits.registersPerBlock) return 0;
  if (perWarp === 0) return Number.POSITIVE_INFINITY;
  const warpsPerSubPartition = Math.floor(limits.registersPerSm / limits.subPartitions / perWarp);
  return Math.floor((warpsPerSubPartition * limits.subPartitions) / warpsPerBlock);
}

function blocksByShared(limits: NvidiaLimits, sharedPerBlock: number): number {
  if (sharedPerBlock > limits.sharedPerBlock + limits.sharedReserved) return 0;
  return sharedPerBlock === 0 ? Number.POSITIVE_INFINITY : Math.floor(limits.sharedPerSm / sharedPerBlock);
}

/** The smallest multiple of the unit that is not below the value. */
export function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}
