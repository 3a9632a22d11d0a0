import { z } from 'zod';

const count = z.int().positive();
const key = z.string().regex(/^[a-z0-9-]+$/);

/** A figure and the key of the source that it was read in. */
const figure = z.tuple([z.number().positive(), key]);
const words = z.tuple([z.string().min(1), key]);

const source = z.strictObject({
  title: z.string().min(1),
  url: z.url({ protocol: /^https$/ }),
  at: z.string().optional(),
  covers: z.string().min(1),
  checked: z.iso.date(),
});

/** Limits of an NVIDIA compute capability: threads, 32-bit registers, bytes. */
const nvidia = z.strictObject({
  vendor: z.literal('nvidia'),
  name: z.string(),
  warpSize: count,
  threadsPerBlock: count,
  threadsPerSm: count,
  blocksPerSm: count,
  registersPerSm: count,
  registersPerBlock: count,
  registersPerThread: count,
  registerUnit: count,
  subPartitions: count,
  sharedPerSm: count,
  sharedPerBlock: count,
  sharedReserved: z.int().nonnegative(),
  sharedUnit: count,
  sources: z.array(key).min(1),
});

/** Limits of an AMD target: waves, vector registers a lane, bytes. */
const amd = z.strictObject({
  vendor: z.literal('amd'),
  name: z.string(),
  waveSize: count,
  /** SIMDs of a compute unit, or of a workgroup processor where one shares its LDS. */
  simdsPerUnit: count,
  wavesPerSimd: count,
  threadsPerBlock: count,
  vectorRegisters: count,
  vectorUnit: count,
  /** Most vector registers that an instruction can name; accumulation registers included where the file is unified. */
  vectorAddressable: count,
  /** Most scalar registers and the waves of a SIMD that they allow; absent: they never limit. */
  scalarSteps: z.array(z.tuple([count, count])).optional(),
  ldsPerUnit: count,
  ldsPerBlock: count,
  /** LDS is given out in multiples of so many bytes. */
  ldsUnit: count,
  /** Workgroups of more than one wave that a unit holds. */
  blocksPerUnit: count,
  sources: z.array(key).min(1),
});

const gpu = z.strictObject({
  name: z.string(),
  /** Further names that people write. */
  words: z.array(z.string().min(1)).optional(),
  architecture: z.string(),
  /** Streaming multiprocessors or compute units. */
  units: figure,
  memoryGiB: figure.optional(),
  memoryKind: words.optional(),
  /** GB/s, decimal. */
  bandwidth: figure.optional(),
  /** MiB of L2. */
  l2: figure.optional(),
  /** MiB of last-level (Infinity) cache. */
  l3: figure.optional(),
  boostMHz: figure.optional(),
  tdpWatts: figure.optional(),
  interconnect: words.optional(),
  fp8: words.optional(),
  /** Dense peaks in TFLOP/s or TOP/s by type, accumulator named where it matters: fp32, tf32, bf16, fp16, fp8, int8, fp4, fp64 … */
  peaks: z.record(z.string(), figure).optional(),
  /** What a reader must know, such as "the datasheet prints sparse peaks". */
  note: z.string().optional(),
});

/** `hardware.yaml`: limits by architecture, figures by GPU, each figure with its source; what is not confirmed is absent. */
export const hardwareSchema = z.strictObject({
  sources: z.record(key, source),
  architectures: z.record(z.string(), z.discriminatedUnion('vendor', [nvidia, amd])),
  gpus: z.record(key, gpu),
  /** Shapes of well-known transformers, for memory calculations. */
  models: z.record(
    key,
    z.strictObject({
      name: z.string(),
      words: z.array(z.string()).min(1),
      layers: count,
      keyHeads: count,
      headSize: count,
      /** Width and query heads, where the source gives them: for activations. */
      hidden: count.optional(),
      heads: count.optional(),
      source: key,
    }),
  ),
});

export type Hardware = z.infer<typeof hardwareSchema>;
export type Architecture = Hardware['architectures'][string];
export type Gpu = Hardware['gpus'][string];
