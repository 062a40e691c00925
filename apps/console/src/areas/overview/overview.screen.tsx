import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Page, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useCan } from '../../platform/access.queries.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { attentionOf } from './attention.rules.ts';
import styles from './overview.module.css';
import { type FlowsOverview, type Overview, useFlowsOverview, useOverview } from './overview.queries.ts';
import { Series } from './series.component.tsx';

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
          <Charts overview={overview.data} flows={flows.data} />
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

function Charts({ overview: { days }, flows }: PartProps) {
  const texts = useTexts().overview;
  return (
    <div className={styles.charts}>
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
    </div>
  );
}
