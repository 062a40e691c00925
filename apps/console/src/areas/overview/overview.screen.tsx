import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Page, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { Charts, TimeChart } from '../../kit/time-chart.component.tsx';
import { useCan } from '../../platform/access.queries.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { attentionOf } from './attention.rules.ts';
import styles from './overview.module.css';
import { type FlowsOverview, type Overview, useFlowsOverview, useOverview } from './overview.queries.ts';

/** What needs attention in the organisation, and its numbers over the last days. */
export default function OverviewScreen() {
  const { overview: texts, shell } = useTexts();
  const tid = useTenantID();
  const can = useCan(tid);
  const overview = useOverview(tid);
  const flows = useFlowsOverview(tid, can('Administration/administration'));
  const failed = [overview, flows].find(({ isError }) => isError);
  return (
    <Page title={shell.areas.overview} lead={texts.lead}>
      {failed ? (
        <StatePane kind="error" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : overview.data === undefined || flows.isLoading ? (
        <StatePane kind="loading" />
      ) : (
        <>
          <Attention overview={overview.data} flows={flows.data} readAt={overview.dataUpdatedAt} />
          <Numbers overview={overview.data} flows={flows.data} />
          <Activity overview={overview.data} flows={flows.data} />
        </>
      )}
    </Page>
  );
}

type PartProps = { readonly overview: Overview; readonly flows: FlowsOverview | undefined };

function Attention({ overview, flows, readAt }: PartProps & { readonly readAt: number }) {
  const texts = useTexts().overview;
  const tid = useTenantID();
  const items = attentionOf(overview, flows, readAt);
  return (
    <Section title={texts.attention}>
      {items.length === 0 ? <p>{texts.nothing}</p> : null}
      <ul className={styles.items}>
        {items.map(({ concern, count, isUrgent, path }) => (
          <li key={concern} className={styles.item}>
            <Tag tone={isUrgent ? 'bad' : 'warning'}>{isUrgent ? texts.urgent : texts.notice}</Tag>
            <Link to={`/t/${tid}/${path}`}>{texts.concerns[concern](count)}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Numbers({ overview: { people, documents, licenceKey }, flows }: PartProps) {
  const texts = useTexts().overview;
  const format = useFormat();
  const facts: (readonly [string, number])[] = [];
  if (people) facts.push([texts.members, people.active], [texts.invited, people.invited]);
  if (documents) facts.push([texts.documents, documents.total]);
  if (flows) facts.push([texts.inProgress, flows.inProgress], [texts.waiting, flows.waitingTasks]);
  if (licenceKey) facts.push([texts.keyGeneration, licenceKey.generation]);
  return (
    <Section title={texts.numbers}>
      <dl className={styles.numbers}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.number}>
            <dt>{name}</dt>
            <dd className={styles.value}>{format.number(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Activity({ overview: { days }, flows }: PartProps) {
  const texts = useTexts().overview;
  return (
    <Charts>
      {days ? (
        <>
          <Series
            title={texts.signIns}
            days={days.map(({ day }) => day)}
            values={days.map(({ signIns }) => signIns)}
          />
          <Series
            title={texts.opened}
            days={days.map(({ day }) => day)}
            values={days.map(({ opened }) => opened)}
          />
        </>
      ) : null}
      {flows ? (
        <Series
          title={texts.applications}
          days={flows.days.map(({ day }) => day)}
          values={flows.days.map(({ applications }) => applications)}
        />
      ) : null}
    </Charts>
  );
}

type SeriesProps = {
  readonly title: string;
  readonly days: readonly number[];
  readonly values: readonly number[];
};

/** A number over the last days, with the day of the most. */
function Series({ title, days, values }: SeriesProps) {
  const texts = useTexts().overview;
  const formats = useDayFormats();
  const total = values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(0, ...values);
  const mostDay = days[values.indexOf(most)];
  return (
    <TimeChart
      title={title}
      summary={
        total === 0 || mostDay === undefined
          ? texts.noneInDays(days.length)
          : texts.summary(days.length, total, formats.formatTime(mostDay), most)
      }
      timeLabel={texts.day}
      times={days}
      values={values}
      isCount
      {...formats}
    />
  );
}

function useDayFormats() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = language === 'en' ? 'en-GB' : 'zh-CN';
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const tick = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
    return {
      formatTime: (time: number) => day.format(time),
      formatTick: (time: number) => tick.format(time),
      formatValue: String,
    };
  }, [language]);
}
