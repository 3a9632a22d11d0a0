import type { Chart } from '../../contract/index.ts';

/** One mark under the roof. */
export type Mark = { readonly name: string; readonly intensity: number; readonly rate: number };

/** The roof of a GPU for one type, both axes logarithmic, with marks under it. */
export function rooflineChart(
  device: string,
  type: string,
  peak: number,
  bandwidth: number,
  marks: readonly Mark[],
): Chart {
  const roof = (at: number): number => Math.min(peak, (at * bandwidth) / 1e3);
  const ridge = (peak * 1e3) / bandwidth;
  const places = [ridge, ...marks.map(({ intensity }) => intensity)].filter((at) => at > 0);
  const from = Math.log2(Math.min(1 / 16, ...places.map((at) => at / 2)));
  const to = Math.log2(Math.max(2 ** 14, ...places.map((at) => at * 2)));
  const span = Array.from({ length: 80 }, (_, index) => 2 ** (from + (index * (to - from)) / 79));
  const points = [...span, ridge].toSorted((one, other) => one - other);
  return {
    title: `Roofline of ${device}, ${type}`,
    x: { label: 'FLOP per byte', logarithmic: true },
    y: { label: type.startsWith('int') ? 'TOP/s' : 'TFLOP/s', logarithmic: true },
    lines: [
      {
        name: `roof: ${bandwidth} GB/s, ${peak} ${type.startsWith('int') ? 'TOP/s' : 'TFLOP/s'}`,
        style: 'line',
        points: points.map((at) => [short(at), short(roof(at))] as const),
      },
      ...marks
        // Nothing without arithmetic or time has a place on logarithmic axes.
        .filter(({ intensity, rate }) => intensity > 0 && rate > 0)
        .map(({ name, intensity, rate }) => ({
          name,
          style: 'points' as const,
          points: [[short(intensity), short(rate)] as const],
        })),
    ],
  };
}

function short(value: number): number {
  return Number(value.toPrecision(5));
}
