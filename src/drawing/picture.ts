import type { Bot } from '#contract';

/** Draws a chart as PNG. The library that draws takes longer to load than a question to answer: it is loaded on first use. */
export const picture: Bot['picture'] = async (chart) => (await import('./chart.ts')).drawChart(chart);
