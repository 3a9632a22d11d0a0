/** A vector of which only the listed positions are not zero, in any order, none twice. */
export type Sparse = { readonly at: Int32Array; readonly value: Float32Array };

/** Vectors turned over: the texts that hold a feature are `text[from[f]]` to `text[from[f + 1] - 1]`. */
export type Postings = { readonly from: Int32Array; readonly text: Int32Array; readonly value: Float32Array };

/** Turns vectors over, each cut to its first `lengths[text]` positions. */
export function turnOver(vectors: readonly Sparse[], lengths: readonly number[], size: number): Postings {
  const from = new Int32Array(size + 1);
  for (const [index, { at }] of vectors.entries()) {
    for (let n = 0; n < (lengths[index] as number); n++) {
      const next = (at[n] as number) + 1;
      from[next] = (from[next] as number) + 1;
    }
  }
  for (let feature = 1; feature <= size; feature++) {
    from[feature] = (from[feature] as number) + (from[feature - 1] as number);
  }
  const next = Int32Array.from(from);
  const text = new Int32Array(from[size] as number);
  const value = new Float32Array(text.length);
  for (const [index, vector] of vectors.entries()) {
    for (let n = 0; n < (lengths[index] as number); n++) {
      const feature = vector.at[n] as number;
      const place = next[feature] as number;
      text[place] = index;
      value[place] = vector.value[n] as number;
      next[feature] = place + 1;
    }
  }
  return { from, text, value };
}

/** Numbers in groups: group g holds `member[from[g]]` to `member[from[g + 1] - 1]`, ascending. */
export type Groups = { readonly from: Int32Array; readonly member: Int32Array };

/** The places of `group` by their group; those below 0 are in none. */
export function groupsOf(group: Int32Array, groups: number): Groups {
  const from = new Int32Array(groups + 1);
  for (const own of group) if (own >= 0) from[own + 1] = (from[own + 1] as number) + 1;
  for (let own = 1; own <= groups; own++) from[own] = (from[own] as number) + (from[own - 1] as number);
  const next = Int32Array.from(from);
  const member = new Int32Array(from[groups] as number);
  for (const [place, own] of group.entries()) {
    if (own < 0) continue;
    member[next[own] as number] = place;
    next[own] = (next[own] as number) + 1;
  }
  return { from, member };
}

/** Adds to `sums[text]` the product of a vector, cut to its first `length` positions, with every text. */
export function addProducts(vector: Sparse, length: number, { from, text, value }: Postings, sums: Float32Array): void {
  for (let n = 0; n < length; n++) {
    const feature = vector.at[n] as number;
    const weight = vector.value[n] as number;
    const end = from[feature + 1] as number;
    for (let k = from[feature] as number; k < end; k++) {
      const other = text[k] as number;
      sums[other] = (sums[other] as number) + weight * (value[k] as number);
    }
  }
}
