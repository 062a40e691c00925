import { useEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import styles from './chart.module.css';

export type ChartProps = {
  /** ms since 1970. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly label: string;
  /** Whether the values are counts, whose axis has whole numbers only. */
  readonly isCount: boolean;
  readonly formatTick: (time: number) => string;
  readonly formatValue: (value: number) => string;
};

const height = 160;
/** The room of a text on the axis of values. */
const valueAxisWidthPx = 88;
/** The room of a text on the axis of time. */
const tickWidthPx = 80;
/** The distances of the marks on the axis of counts. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1_000, 10_000, 100_000].map((power) => step * power))
  .toSorted((a, b) => a - b);
/** The least upper end of the axis of counts, also if all are zero. */
const minTop = 2;
/** What the upper end is above the greatest value. */
const headroom = 1.1;

/** A curve of a number over time. Its library is loaded after the page is drawn; the text beside it needs none. */
export function Chart({ times, values, label, isCount, formatTick, formatValue }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const end = new AbortController();
    void drawChart(element, { times, values, label, isCount, formatTick, formatValue }, end.signal);
    return () => end.abort();
  }, [times, values, label, isCount, formatTick, formatValue]);
  return <div ref={place} className={styles.chart} aria-hidden="true" />;
}

/** Draws the curve once the library is loaded, until the signal aborts. */
async function drawChart(
  element: HTMLDivElement,
  { times, values, label, isCount, formatTick, formatValue }: ChartProps,
  signal: AbortSignal,
): Promise<void> {
  const { default: Plot } = await import('uplot');
  if (signal.aborted) return;
  // Read at each drawing, because the theme changes.
  const color = (name: string) => () => getComputedStyle(element).getPropertyValue(name);
  const axis = { stroke: color('--color-text-soft'), grid: { stroke: color('--color-line') } };
  const topOf = (greatest: number) => {
    if (isCount) return Math.max(minTop, Math.ceil(greatest * headroom));
    return greatest > 0 ? greatest * headroom : 1;
  };
  const plot = new Plot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_plot, _min, max) => [0, topOf(max)] } },
      axes: [
        {
          ...axis,
          space: tickWidthPx,
          values: (_plot, marks) => marks.map((seconds) => formatTick(seconds * 1000)),
        },
        {
          ...axis,
          size: valueAxisWidthPx,
          values: (_plot, marks) => marks.map(formatValue),
          ...(isCount ? { incrs: wholeSteps } : {}),
        },
      ],
      series: [{}, { label, stroke: color('--color-accent'), width: 2, points: { show: false } }],
    },
    [times.map((time) => time / 1000), [...values]],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  const themes = new MutationObserver(() => plot.redraw());
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    themes.disconnect();
    plot.destroy();
  });
}
