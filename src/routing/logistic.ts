/** A logistic model over few features: standardized, then weighted. */
export type Logistic = {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weight: readonly number[];
  readonly bias: number;
};

const ROUNDS = 30;
/** Pulls weights towards zero; in examples, so that it fades as they grow. */
const RIDGE = 1;

/**
 * Fits a model in which every feature speaks for: features are made so that more is better, and one that would get a
 * negative weight only mirrors the way in which the examples were gathered, so it is left out (weight 0).
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  right: readonly number[],
  weights: readonly number[],
): Logistic {
  const width = rows[0]?.length ?? 0;
  let used = Array.from({ length: width }, (_, k) => k);
  for (;;) {
    const part = weighted(
      rows.map((row) => used.map((k) => row[k] as number)),
      right,
      weights,
    );
    const worst = part.weight.reduce((low, value, k) => (value < (part.weight[low] as number) ? k : low), 0);
    if (used.length === 0 || (part.weight[worst] as number) >= 0) return widened(part, used, width);
    used = used.filter((_, k) => k !== worst);
  }
}

function widened(part: Logistic, used: readonly number[], width: number): Logistic {
  const all = <T>(values: readonly T[], none: T) =>
    Array.from({ length: width }, (_, k) => {
      const place = used.indexOf(k);
      return place < 0 ? none : (values[place] as T);
    });
  return { mean: all(part.mean, 0), scale: all(part.scale, 1), weight: all(part.weight, 0), bias: part.bias };
}

/** Fits by Newton's method with a ridge; deterministic. `right[i]` is 1 or 0, `weights[i]` what the row counts. */
function weighted(
  rows: readonly (readonly number[])[],
  right: readonly number[],
  weights: readonly number[],
): Logistic {
  const width = rows[0]?.length ?? 0;
  const mean = Array.from({ length: width }, (_, k) => average(rows.map((row) => row[k] as number)));
  const scale = mean.map((middle, k) => Math.sqrt(average(rows.map((row) => ((row[k] as number) - middle) ** 2))) || 1);
  const inputs = rows.map((row) => [
    ...row.map((value, k) => standard(value, mean[k] as number, scale[k] as number)),
    1,
  ]);
  let weight = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weight.map((value, k) => (k < width ? RIDGE * value : 0));
    const hessian = weight.map((_, k) => weight.map((_, m) => (k === m ? (k < width ? RIDGE : 1e-6) : 0)));
    for (const [i, input] of inputs.entries()) {
      const p = sigmoid(input.reduce((sum, value, k) => sum + value * (weight[k] as number), 0));
      const count = weights[i] as number;
      const error = count * (p - (right[i] as number));
      const curve = count * Math.max(p * (1 - p), 1e-9);
      for (let k = 0; k <= width; k++) {
        const row = hessian[k] as number[];
        gradient[k] = (gradient[k] as number) + error * (input[k] as number);
        for (let m = 0; m <= width; m++)
          row[m] = (row[m] as number) + curve * (input[k] as number) * (input[m] as number);
      }
    }
    const step = solve(hessian, gradient);
    weight = weight.map((value, k) => value - Math.max(-2, Math.min(2, step[k] as number)));
    if (step.every((value) => Math.abs(value) < 1e-5)) break;
  }
  return { mean, scale, weight: weight.slice(0, width), bias: weight[width] as number };
}

/** The probability for one row of features. */
export function probability(model: Logistic, row: readonly number[]): number {
  let sum = model.bias;
  for (const [k, value] of row.entries()) {
    sum += standard(value, model.mean[k] as number, model.scale[k] as number) * (model.weight[k] as number);
  }
  return sigmoid(sum);
}

/** No single number, however odd, outweighs all others together. */
const FARTHEST = 3;

function standard(value: number, mean: number, scale: number): number {
  return Math.max(-FARTHEST, Math.min(FARTHEST, (value - mean) / scale));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Solves a small symmetric system by elimination with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, k) => [...row, right[k] as number]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let k = column + 1; k < size; k++) {
      if (Math.abs(rows[k]?.[column] as number) > Math.abs(rows[pivot]?.[column] as number)) pivot = k;
    }
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const top = rows[column] as number[];
    const divisor = (top[column] as number) || 1e-12;
    for (let k = 0; k < size; k++) {
      if (k === column) continue;
      const row = rows[k] as number[];
      const factor = (row[column] as number) / divisor;
      for (let m = column; m <= size; m++) row[m] = (row[m] as number) - factor * (top[m] as number);
    }
  }
  return rows.map((row, k) => (row[size] as number) / ((row[k] as number) || 1e-12));
}
