/** What a kernel must do at least: arithmetic and traffic to and from memory. */
export type Work = {
  readonly flop: number;
  readonly bytes: number;
};

/** What a GPU can do at most. */
export type Ceilings = {
  /** Operations a second of the type in question. */
  readonly flopPerSecond: number;
  /** Bytes a second of its memory. */
  readonly bytesPerSecond: number;
};

/** Where the work stands under the roof. */
export type Roofline = {
  /** FLOP per byte moved. */
  readonly intensity: number;
  /** Intensity at which the roof bends: below it memory limits, above it arithmetic. */
  readonly ridge: number;
  readonly bound: 'memory' | 'compute';
  /** No run can be shorter, in seconds. */
  readonly floor: number;
  readonly memorySeconds: number;
  readonly computeSeconds: number;
};

/** The roofline model of Williams, Waterman and Patterson (2009): time is at least the larger of the two. */
export function roofline({ flop, bytes }: Work, { flopPerSecond, bytesPerSecond }: Ceilings): Roofline {
  const computeSeconds = flop / flopPerSecond;
  const memorySeconds = bytes / bytesPerSecond;
  return {
    intensity: flop / bytes,
    ridge: flopPerSecond / bytesPerSecond,
    bound: memorySeconds > computeSeconds ? 'memory' : 'compute',
    floor: Math.max(computeSeconds, memorySeconds),
    memorySeconds,
    computeSeconds,
  };
}

/** Results of less than 16 bits are written in 16: fp8 and int4 kernels give bfloat16 or fp16. */
export function outputBytes(inputBytes: number): number {
  return Math.max(inputBytes, 2);
}

/** Work of C[m,n] = A[m,k] B[k,n]: each matrix moved once, a multiply and an add per product. */
export function gemmWork(m: number, n: number, k: number, inputBytes: number, outputBytes: number): Work {
  return { flop: 2 * m * n * k, bytes: (m * k + k * n) * inputBytes + m * n * outputBytes };
}

/**
 * Work of fused attention: two matrix products a head, queries, keys, values and output moved once; a causal mask halves
 * the arithmetic. Softmax is left out: it is a few percent of the two products.
 */
export function attentionWork(shape: {
  readonly batch: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly queries: number;
  readonly keys: number;
  readonly headSize: number;
  readonly bytes: number;
  readonly causal: boolean;
}): Work {
  const { batch, heads, keyHeads, queries, keys, headSize, bytes, causal } = shape;
  const flop = 4 * batch * heads * queries * keys * headSize * (causal ? 0.5 : 1);
  return { flop, bytes: batch * headSize * bytes * (2 * heads * queries + 2 * keyHeads * keys) };
}

/** Work of a pass over elements: each input and output moved once. */
export function elementwiseWork(elements: number, tensors: number, bytes: number, flopPerElement: number): Work {
  return { flop: elements * flopPerElement, bytes: elements * tensors * bytes };
}

/** Work of a normalization over rows of `hidden` elements: input read, output written, the weights of a row read once. */
export function normWork(
  elements: number,
  hidden: number,
  weights: number,
  bytes: number,
  flopPerElement: number,
): Work {
  return { flop: elements * flopPerElement, bytes: (2 * elements + weights * hidden) * bytes };
}

/**
 * Work of a direct two-dimensional convolution: a multiply and an add for every tap of every output, input, weights and
 * output moved once. The layout (NHWC or NCHW) changes neither.
 */
export function convolutionWork(
  shape: {
    readonly batch: number;
    readonly height: number;
    readonly width: number;
    readonly inputs: number;
    readonly outputs: number;
    readonly kernelHeight: number;
    readonly kernelWidth: number;
    /** Height and width of the output. */
    readonly rows: number;
    readonly columns: number;
    readonly groups: number;
  },
  inputBytes: number,
  outputBytes: number,
): Work {
  const { batch, height, width, inputs, outputs, kernelHeight, kernelWidth, rows, columns, groups } = shape;
  const results = batch * rows * columns * outputs;
  const taps = (inputs / groups) * kernelHeight * kernelWidth;
  return {
    flop: 2 * results * taps,
    bytes: (batch * height * width * inputs + outputs * taps) * inputBytes + results * outputBytes,
  };
}
