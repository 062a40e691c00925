import { grouped, months } from './figures.ts';

const width = 640;
const height = 230;
const left = 54;
const bottom = 200;
const top = 14;

interface Series {
  name: string;
  values: number[];
  colour: string;
}

/** Bars side by side for each month. */
export function barChart(series: Series[]): string {
  const high = niceTop(Math.max(...series.flatMap(({ values }) => values)));
  const step = (width - left) / months.length;
  const bar = (step * 0.7) / series.length;
  const bars = series.flatMap(({ values, colour }, index) =>
    values.map((value, month) => {
      const x = left + month * step + step * 0.15 + index * bar;
      const tall = ((bottom - top) * value) / high;
      return `<rect x="${x.toFixed(1)}" y="${(bottom - tall).toFixed(1)}" width="${bar.toFixed(1)}" height="${tall.toFixed(1)}" fill="${colour}"/>`;
    }),
  );
  return frame(series, 0, high, bars.join(''));
}

/** One line for each series. */
export function lineChart(series: Series[], low: number, high: number): string {
  const step = (width - left) / months.length;
  const lines = series.map(({ values, colour }) => {
    const points = values.map((value, month) => {
      const y = bottom - ((bottom - top) * (value - low)) / (high - low);
      return `${(left + (month + 0.5) * step).toFixed(1)},${y.toFixed(1)}`;
    });
    const dots = points.map((point) => {
      const [x, y] = point.split(',');
      return `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`;
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
  });
  return frame(series, low, high, lines.join(''));
}

function frame(series: Series[], low: number, high: number, inside: string): string {
  const levels = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = bottom - (bottom - top) * share;
    const label = grouped(low + (high - low) * share);
    return `<line x1="${left}" x2="${width}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${label}</text>`;
  });
  const step = (width - left) / months.length;
  const names = months.map(
    (month, index) => `<text x="${left + (index + 0.5) * step}" y="216" text-anchor="middle">${month}</text>`,
  );
  const legend = series.map(
    ({ name, colour }, index) =>
      `<rect x="${left + index * 110}" y="${height}" width="10" height="10" fill="${colour}"/><text x="${left + 15 + index * 110}" y="${height + 9}">${name}</text>`,
  );
  return `<svg viewBox="0 0 ${width} ${height + 14}">${levels.join('')}${inside}${names.join('')}${legend.join('')}</svg>`;
}

/** The next of 1, 2, 2.5, 5, 10 … above the value, so that the levels are round. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 4, 5, 8].find((step) => step * unit >= value) ?? 10) * unit;
}
