import { expect, it } from 'vitest';
import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Chart } from './chart.types.ts';
import { drawLegend } from './chart-legend.viewer.ts';
import { labelStyle } from './chart-text.rules.ts';

const chartWith = (names: readonly string[]) =>
  ({
    legend: { position: 'b', isOverPlot: false, hidden: new Set(), place: null, style: labelStyle },
    plots: [{ kind: 'column', stacking: 'none', series: names.map((name) => ({ name, color: '#000000' })) }],
  }) as unknown as Chart;

it('puts the entries of a wide legend into rows inside the chart', () => {
  const svg = createSvg('svg', {});
  const names = Array.from({ length: 12 }, (_, at) => `Entry ${at}`);
  const left = drawLegend(svg, chartWith(names), { x: 0, y: 0, w: 320, h: 200 });
  const texts = Array.from(svg.querySelectorAll('text'));
  const places = texts.map((text) => [Number(text.getAttribute('x')), Number(text.getAttribute('y'))]);
  expect(Math.max(...places.map(([x = 0]) => x))).toBeLessThan(320);
  expect(Math.min(...places.map(([, y = 0]) => y))).toBeGreaterThan(left.h);
  expect(new Set(places.map(([, y]) => y)).size).toBeGreaterThan(2);
});

it('breaks the name of an entry that is wider than the chart into lines', () => {
  const svg = createSvg('svg', {});
  document.body.append(svg);
  drawLegend(svg, chartWith(['A name of many words '.repeat(8)]), { x: 0, y: 0, w: 300, h: 200 });
  const texts = Array.from(svg.querySelectorAll('text'));
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text.getBBox().width).toBeLessThan(300);
  svg.remove();
});
