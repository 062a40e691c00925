import type { FlowInfo } from '@sealflow/contract';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { FlowStateTag } from '../state-tag.component.tsx';
import { useTypeName } from '../type-name.hook.ts';
import { detailFacts } from './detail-facts.rules.ts';
import styles from './flow-facts.module.css';

/** The application's fields in full, because a decision covers all of them. */
export function FlowFacts({ flow }: { readonly flow: FlowInfo }) {
  const { work, absence } = useTexts();
  const language = useLanguage();
  const typeName = useTypeName();
  return (
    <section className={styles.facts}>
      <div className={styles.head}>
        <h2 className={styles.title}>{flow.title}</h2>
        <FlowStateTag flow={flow} />
      </div>
      <dl className={styles.list}>
        <Fact name={work.type} value={typeName({ type: flow.type, name: flow.typeName })} />
        <Fact name={work.applicant} value={flow.applicant.name} />
        {flow.myTask?.deputyFor ? (
          <Fact name={absence.asDeputy} value={absence.standsFor(flow.myTask.deputyFor.name)} />
        ) : null}
        <Fact name={work.appliedAt} value={fullTime(flow.createAt, language)} />
        {flow.deadline === null ? null : (
          <Fact name={work.deadline} value={fullTime(flow.deadline, language)} />
        )}
        <Fact name={work.description} value={flow.description || work.noDescription} />
        {detailFacts(flow, { texts: work.details, language }).map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
