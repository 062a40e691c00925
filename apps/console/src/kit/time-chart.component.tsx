import { lazy, type ReactNode, Suspense } from 'react';
import { useTexts } from '../i18n/index.ts';
import type { ChartProps } from './chart.component.tsx';
import styles from './chart.module.css';
import { Section } from './page.component.tsx';
import { SmallTable } from './small-table.component.tsx';

const Chart = lazy(async () => ({ default: (await import('./chart.component.tsx')).Chart }));

type TimeChartProps = Omit<ChartProps, 'label'> & {
  readonly title: string;
  /** What the curve shows, in a sentence. */
  readonly summary: string;
  readonly timeLabel: string;
  readonly formatTime: (time: number) => string;
};

/** A number over time: a sentence, a curve, and the same numbers as a table. */
export function TimeChart({ title, summary, timeLabel, formatTime, ...curve }: TimeChartProps) {
  const { common } = useTexts();
  const { times, values, formatValue } = curve;
  return (
    <Section title={title}>
      <p>{summary}</p>
      <Suspense fallback={<div className={styles.chart} />}>
        <Chart label={title} {...curve} />
      </Suspense>
      <details>
        <summary>{common.asTable}</summary>
        <SmallTable
          label={title}
          columns={[timeLabel, title]}
          rows={times.map((time, index) => ({
            id: String(time),
            cells: [formatTime(time), formatValue(values[index] ?? 0)],
          }))}
        />
      </details>
    </Section>
  );
}

/** Charts side by side as the width allows. */
export function Charts({ children }: { readonly children: ReactNode }) {
  return <div className={styles.charts}>{children}</div>;
}
