import { useEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import styles from './overview.module.css';

type ChartProps = {
  /** ms since 1970 of each day. */
  readonly days: readonly number[];
  readonly values: readonly number[];
  readonly label: string;
  /** The text of a day on the axis. */
  readonly dayText: (day: number) => string;
};

const height = 160;
/** The room of a day on the axis. */
const dayTextWidthPx = 80;
/** The distances of the marks on the axis of counts. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1_000, 10_000, 100_000].map((power) => step * power))
  .toSorted((a, b) => a - b);
/** The least upper end of the axis of counts, also if all are zero. */
const minTop = 2;
/** What the upper end is above the greatest count. */
const headroom = 1.1;

/** A curve of a number over days. Its library is loaded after the page is drawn; the table beside it needs none. */
export function Chart({ days, values, label, dayText }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const end = new AbortController();
    void drawChart(element, { days, values, label, dayText }, end.signal);
    return () => end.abort();
  }, [days, values, label, dayText]);
  return <div ref={place} className={styles.chart} aria-hidden="true" />;
}

/** Draws the curve once the library is loaded, until the signal aborts. */
async function drawChart(
  element: HTMLDivElement,
  { days, values, label, dayText }: ChartProps,
  signal: AbortSignal,
): Promise<void> {
  const { default: Plot } = await import('uplot');
  if (signal.aborted) return;
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const axis = {
    stroke: color('--color-text-soft'),
    grid: { stroke: color('--color-line'), width: 1 },
    ticks: { stroke: color('--color-line'), width: 1 },
  };
  const plot = new Plot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(minTop, Math.ceil(max * headroom))] } },
      axes: [
        { ...axis, space: dayTextWidthPx, values: (_plot, marks) => marks.map((day) => dayText(day * 1000)) },
        { ...axis, incrs: wholeSteps },
      ],
      series: [{}, { label, stroke: color('--color-accent'), width: 2, points: { show: false } }],
    },
    [days.map((day) => day / 1000), [...values]],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    plot.destroy();
  });
}
