/** A vector of which only the listed positions are not zero. Positions ascend. */
export type Sparse = { readonly at: Int32Array; readonly value: Float32Array };

/** Sum of the products of two sparse vectors. */
export function dot(one: Sparse, other: Sparse): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  const { at: a, value: x } = one;
  const { at: b, value: y } = other;
  while (i < a.length && j < b.length) {
    const left = a[i] as number;
    const right = b[j] as number;
    if (left === right) sum += (x[i++] as number) * (y[j++] as number);
    else if (left < right) i++;
    else j++;
  }
  return sum;
}

/** Builds a sparse vector from positions, ascending, and values. */
export function sparse(pairs: readonly (readonly [number, number])[]): Sparse {
  return { at: Int32Array.from(pairs, (pair) => pair[0]), value: Float32Array.from(pairs, (pair) => pair[1]) };
}
