/** Shape of a decoder-only transformer, as its configuration file gives it. */
export type Transformer = {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly headSize: number;
  /** Parameters, all of them. */
  readonly parameters: number;
};

/** Bytes of the key-value cache: keys and values of every layer, key head and token. */
export function kvCacheBytes(
  { layers, keyHeads, headSize }: Pick<Transformer, 'layers' | 'keyHeads' | 'headSize'>,
  tokens: number,
  sequences: number,
  elementBytes: number,
): number {
  return 2 * layers * keyHeads * headSize * elementBytes * tokens * sequences;
}

/** Bytes of the weights alone; scales of block formats come on top. */
export function weightBytes(parameters: number, elementBytes: number): number {
  return parameters * elementBytes;
}

/** Bytes that fusing a chain of elementwise operations saves: each inner tensor is neither written nor read again. */
export function fusionBytes(
  elements: number,
  operations: number,
  elementBytes: number,
): { unfused: number; fused: number } {
  return { unfused: 2 * operations * elements * elementBytes, fused: 2 * elements * elementBytes };
}

/** Seconds below which no allreduce of `bytes` over `ranks` can end on links of so many bytes a second each way. */
export function allreduceFloor(bytes: number, ranks: number, bytesPerSecond: number): number {
  return (2 * (ranks - 1) * bytes) / (ranks * bytesPerSecond);
}

/**
 * What capturing a step into a graph can save: launches of `kernels` cost `launchSeconds` each on the CPU and hide behind
 * kernels that last longer.
 */
export function launchBound(
  kernels: number,
  kernelSeconds: number,
  launchSeconds: number,
): { readonly bound: boolean; readonly idleShare: number; readonly stepSeconds: number } {
  const perKernel = Math.max(kernelSeconds, launchSeconds);
  return {
    bound: launchSeconds > kernelSeconds,
    idleShare: 1 - kernelSeconds / perKernel,
    stepSeconds: kernels * perKernel,
  };
}
