import { useTexts } from '../../i18n/index.ts';
import { predicateWords } from '../../kit/condition-words.util.ts';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import styles from './designer.module.css';
import type { Simulation } from './flow-types.queries.ts';

type SimulatedStage = Simulation['stages'][number];

/** Whom each stage asks, and why a stage is empty. */
export function SimulationResult({ result }: { readonly result: Simulation }) {
  const { flowTypes: texts, workflow, common, conditions } = useTexts();
  const { isPossible, applicantInactive, stages, cc, executors, delivery } = result;
  const titles = { owners: texts.owners, fallback: conditions.fallbackStage, designed: '' };
  const listPeople = (people: readonly { name: string; fid: string }[]) =>
    people.map(({ name, fid }) => name || fid).join(texts.separator);
  return (
    <div className={styles.form}>
      <Notice kind={isPossible ? 'info' : 'warning'}>{isPossible ? texts.possible : texts.impossible}</Notice>
      {applicantInactive === null ? null : (
        <Notice kind="warning">{texts.applicantInactive(workflow.inactive[applicantInactive])}</Notice>
      )}
      <ol className={styles.result}>
        {stages.map((stage) => (
          <li key={`${stage.kind} ${stage.number ?? ''}`}>
            <Section title={stage.number === null ? titles[stage.kind] : texts.stage(stage.number)}>
              <StageResult stage={stage} />
            </Section>
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          [texts.ccPeople, listPeople(cc) || common.none],
          [
            texts.executorPeople,
            executors === null
              ? texts.byService
              : listPeople(executors) || <Tag tone="bad">{texts.noExecutorPeople}</Tag>,
          ],
          [texts.delivery, workflow.deliveries[delivery]],
        ]}
      />
    </div>
  );
}

function StageResult({ stage }: { readonly stage: SimulatedStage }) {
  const allTexts = useTexts();
  const { flowTypes: texts, workflow, processRules, conditions, escalation } = allTexts;
  const {
    rule,
    isReached,
    assignees,
    deputies,
    escalations,
    omitted,
    includesApplicant,
    found,
    usesFallback,
    refusal,
    lacksDepartmentHead,
  } = stage;
  const namesIn = (people: readonly { name: string; fid: string }[]) =>
    people.map(({ name, fid }) => name || fid).join(texts.separator);
  const chainOf = (people: readonly { name: string; fid: string }[]) =>
    [...people.map(({ name, fid }) => name || fid), escalation.simulatedEnd].join(' → ');
  if (stage.skippedBecause !== null) {
    const unmet = stage.skippedBecause.map((one) => predicateWords(one, allTexts));
    return <Tag>{conditions.skipped(unmet.join(conditions.separator))}</Tag>;
  }
  return (
    <>
      {isReached ? null : <Tag tone="warning">{texts.notReached}</Tag>}
      {assignees.length === 0 ? (
        <Tag tone="bad">{refusal === null ? texts.stageEmpty : processRules.refusals[refusal]}</Tag>
      ) : null}
      {refusal !== null && assignees.length > 0 ? (
        <Tag tone="bad">{processRules.refusals[refusal]}</Tag>
      ) : null}
      {usesFallback ? <Tag tone="warning">{processRules.usesFallback}</Tag> : null}
      {lacksDepartmentHead && refusal === null && !usesFallback ? (
        <Tag tone="warning">{texts.lacksHead}</Tag>
      ) : null}
      {includesApplicant ? <Tag tone="warning">{texts.decidesOwn}</Tag> : null}
      <Facts
        facts={[
          [texts.rule, workflow.rules[rule]],
          ...found.map(
            ({ by, people }) =>
              [processRules.names[by], namesIn(people) || processRules.foundNobody] as const,
          ),
          [texts.asked, namesIn(assignees) || texts.none],
          ...(deputies.length === 0
            ? []
            : [
                [
                  texts.deputies,
                  deputies
                    .map(({ assignee, deputy, isApplicant }) =>
                      texts.deputy(deputy.name || deputy.fid, assignee.name || assignee.fid, isApplicant),
                    )
                    .join(texts.separator),
                ] as const,
              ]),
          ...escalations.map(
            ({ assignee, people }) =>
              [escalation.simulated(assignee.name || assignee.fid), chainOf(people)] as const,
          ),
          ...(omitted.length === 0
            ? []
            : [
                [
                  texts.omitted,
                  omitted
                    .map(({ name, fid, inactive }) =>
                      texts.problem.inactive(name || fid, workflow.inactive[inactive]),
                    )
                    .join(texts.separator),
                ] as const,
              ]),
        ]}
      />
    </>
  );
}
