import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import * as echarts from 'echarts';
import type { Chart } from '#contract';

/** Pixels of a picture: twice the size at which chat clients show it, for sharp text. */
const WIDTH = 960;
const HEIGHT = 540;
const SCALE = 2;

/** A card of its own: legible on a dark and on a light client alike. */
const BACKGROUND = '#ffffff';
const INK = '#1f2933';
const COLOURS = ['#2563eb', '#dc2626', '#059669', '#b45309', '#7c3aed'];

/** Without a font loaded by path, resvg draws no text at all where the system has none. */
const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** Draws a chart as PNG. Synchronous and deterministic: the same chart, the same bytes. */
export function drawChart(chart: Chart): Uint8Array {
  const view = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  view.setOption({
    animation: false,
    backgroundColor: BACKGROUND,
    color: COLOURS,
    textStyle: { fontFamily: 'DejaVu Sans', color: INK, fontSize: 15 },
    title: { text: chart.title, left: 'center', top: 12, textStyle: { fontSize: 19, color: INK } },
    legend: { show: chart.lines.length > 1, bottom: 8, itemGap: 32, textStyle: { color: INK, fontSize: 14 } },
    grid: { left: 90, right: 40, top: 64, bottom: chart.lines.length > 1 ? 96 : 72 },
    xAxis: axis(chart.x, 34),
    yAxis: axis(chart.y, 62),
    series: chart.lines.map(({ name, style, points }) => ({
      name,
      type: style === 'points' ? ('scatter' as const) : ('line' as const),
      ...(style === 'step' ? { step: 'end' as const } : {}),
      // Marks lie above the lines that they stand on.
      ...(style === 'points' ? { symbolSize: 14, z: 3 } : { showSymbol: false, lineStyle: { width: 3 } }),
      data: points.map(([x, y]) => [x, y]),
    })),
  });
  const svg = view.renderToSVGString();
  view.dispose();
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' },
  });
  return picture.render().asPng();
}

function axis({ label, logarithmic }: Chart['x'], nameGap: number) {
  return {
    type: logarithmic ? ('log' as const) : ('value' as const),
    name: label,
    nameLocation: 'middle' as const,
    nameGap,
    nameTextStyle: { color: INK, fontSize: 15 },
    axisLabel: { color: INK, fontSize: 13 },
    axisLine: { lineStyle: { color: INK } },
    splitLine: { lineStyle: { color: '#d7dde4' } },
  };
}
