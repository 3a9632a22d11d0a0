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

/**
 * Bytes of the activations that training keeps for the backward pass of a decoder with a hidden layer of four times its
 * width and dropout, on one GPU, attention scores computed anew: 34 bytes a token, layer and element of the width at 16
 * bits, of which 32 are in the type and 2 in masks (Megatron-LM, compute_activation_memory: 18 + 4 × 4). With every layer
 * computed anew only its input is kept.
 */
export function activationBytes(
  { layers, hidden }: Pick<Transformer, 'layers' | 'hidden'>,
  tokens: number,
  sequences: number,
  elementBytes: number,
): { readonly kept: number; readonly inputsOnly: number } {
  const elements = tokens * sequences * hidden * layers;
  return { kept: elements * (16 * elementBytes + 2), inputsOnly: elements * elementBytes };
}

/**
 * Bytes that training with Adam in mixed precision keeps of each parameter without sharding: 2 for the weight, 4 for an
 * fp32 gradient, 12 for the fp32 copy and both moments (Megatron-LM, compute_weight_and_optimizer_memory).
 */
export const TRAINING_BYTES = 18;

/** Bytes that fusing a chain of elementwise operations saves: each inner tensor is neither written nor read again. */
export function fusionBytes(
  elements: number,
  operations: number,
  elementBytes: number,
): { unfused: number; fused: number } {
  return { unfused: 2 * operations * elements * elementBytes, fused: 2 * elements * elementBytes };
}

/**
 * Seconds below which no collective of `bytes` over `ranks` can end on links of so many bytes a second each way. An
 * allreduce sends everything twice (factor 2); all-gather, reduce-scatter and all-to-all once, `bytes` being all the data.
 */
export function collectiveFloor(bytes: number, ranks: number, bytesPerSecond: number, factor: 1 | 2 = 2): number {
  return (factor * (ranks - 1) * bytes) / (ranks * bytesPerSecond);
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
    // Equal times written in different units differ in the last bit: they are no launch bound.
    bound: launchSeconds > kernelSeconds * (1 + 1e-9),
    idleShare: Math.max(0, Number((1 - kernelSeconds / perKernel).toFixed(9))),
    stepSeconds: kernels * perKernel,
  };
}
