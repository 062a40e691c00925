import { lazy, Suspense, useMemo } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Section } from '../../kit/page.component.tsx';
import styles from './overview.module.css';

const Chart = lazy(async () => ({ default: (await import('./chart.component.tsx')).Chart }));

type SeriesProps = {
  readonly title: string;
  readonly days: readonly number[];
  readonly values: readonly number[];
};

/** A number over the last days: a sentence, a curve, and the same numbers as a table. */
export function Series({ title, days, values }: SeriesProps) {
  const texts = useTexts().overview;
  const language = useLanguage();
  const locale = language === 'en' ? 'en-GB' : 'zh-CN';
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dayText = useMemo(() => {
    const short = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
    return (day: number) => short.format(day);
  }, [locale]);
  const total = values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(0, ...values);
  const mostDay = days[values.indexOf(most)];
  return (
    <Section title={title}>
      <p>
        {total === 0 || mostDay === undefined
          ? texts.noneInDays(days.length)
          : texts.summary(days.length, total, format.format(mostDay), most)}
      </p>
      <Suspense fallback={<div className={styles.chart} />}>
        <Chart days={days} values={values} label={title} dayText={dayText} />
      </Suspense>
      <details>
        <summary>{texts.asTable}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <td>{format.format(day)}</td>
                <td>{values[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  );
}
