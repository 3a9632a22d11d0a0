/** A source of numbers from 0 to below 1 that is the same on every run. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One of the items. */
export function pick<T>(items: readonly T[], chance: () => number): T {
  return items[Math.floor(chance() * items.length)] as T;
}
