import { expect, it } from 'vitest';
import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Chart } from './chart.rules.ts';
import { drawLegend } from './chart-legend.viewer.ts';

it('puts the entries of a wide legend into rows inside the chart', () => {
  const series = Array.from({ length: 12 }, (_, at) => ({
    name: `Entry ${at}`,
    color: '#000000',
    categories: [],
    values: [],
    pointColors: new Map<number, string>(),
  }));
  const chart = {
    title: '',
    axisTitles: { category: '', value: '' },
    legend: 'b',
    plots: [{ kind: 'column', stacking: 'none', series, hasLabels: false }],
  } as unknown as Chart;
  const svg = createSvg('svg', {});
  const left = drawLegend(svg, chart, { x: 0, y: 0, w: 320, h: 200 });
  const texts = Array.from(svg.querySelectorAll('text'));
  const places = texts.map((text) => [Number(text.getAttribute('x')), Number(text.getAttribute('y'))]);
  expect(Math.max(...places.map(([x = 0]) => x))).toBeLessThan(320);
  expect(Math.min(...places.map(([, y = 0]) => y))).toBeGreaterThan(left.h);
  expect(new Set(places.map(([, y]) => y)).size).toBeGreaterThan(2);
});
