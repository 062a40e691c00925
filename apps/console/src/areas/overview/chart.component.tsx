import { useEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import styles from './overview.module.css';

type ChartProps = {
  /** ms since 1970 of each day. */
  readonly days: readonly number[];
  readonly values: readonly number[];
  readonly label: string;
};

const height = 160;

/** A curve of a number over days. Its library is loaded after the page is drawn; the table beside it needs none. */
export function Chart({ days, values, label }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const end = new AbortController();
    void drawChart(element, { days, values, label }, end.signal);
    return () => end.abort();
  }, [days, values, label]);
  return <div ref={place} className={styles.chart} aria-hidden="true" />;
}

/** Draws the curve once the library is loaded, until the signal aborts. */
async function drawChart(
  element: HTMLDivElement,
  { days, values, label }: ChartProps,
  signal: AbortSignal,
): Promise<void> {
  const { default: Plot } = await import('uplot');
  if (signal.aborted) return;
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const axis = { stroke: color('--color-text-soft'), grid: { stroke: color('--color-line') } };
  const plot = new Plot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      axes: [axis, axis],
      series: [{}, { label, stroke: color('--color-accent'), width: 2 }],
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
