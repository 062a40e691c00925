import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import styles from './designer.module.css';
import type { Simulation } from './flow-types.queries.ts';

type SimulatedStage = Simulation['stages'][number];

/** Whom each stage asks, and why a stage is empty. */
export function SimulationResult({ result }: { readonly result: Simulation }) {
  const { flowTypes: texts, workflow, common } = useTexts();
  const { isPossible, applicantInactive, stages, cc, executors, delivery } = result;
  const owners = stages.filter(({ kind }) => kind === 'owners').length;
  const listPeople = (people: readonly { name: string; fid: string }[]) =>
    people.map(({ name, fid }) => name || fid).join(texts.separator);
  return (
    <div className={styles.form}>
      <Notice kind={isPossible ? 'info' : 'warning'}>{isPossible ? texts.possible : texts.impossible}</Notice>
      {applicantInactive === null ? null : (
        <Notice kind="warning">{texts.applicantInactive(workflow.inactive[applicantInactive])}</Notice>
      )}
      <ol className={styles.result}>
        {stages.map((stage, index) => (
          <li key={`${stage.kind} ${index - owners}`}>
            <Section title={stage.kind === 'owners' ? texts.owners : texts.stage(index - owners + 1)}>
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
  const { flowTypes: texts, workflow } = useTexts();
  const {
    rule,
    isReached,
    assignees,
    deputies,
    omitted,
    includesApplicant,
    departmentHead,
    lacksDepartmentHead,
  } = stage;
  const isRefused = lacksDepartmentHead && omitted.length === 0;
  return (
    <>
      {isReached ? null : <Tag tone="warning">{texts.notReached}</Tag>}
      {assignees.length === 0 ? (
        <Tag tone="bad">{isRefused ? texts.refusedWithoutHead : texts.stageEmpty}</Tag>
      ) : null}
      {lacksDepartmentHead && assignees.length > 0 ? <Tag tone="warning">{texts.lacksHead}</Tag> : null}
      {includesApplicant ? <Tag tone="warning">{texts.decidesOwn}</Tag> : null}
      <Facts
        facts={[
          [texts.rule, workflow.rules[rule]],
          ...(departmentHead === null
            ? []
            : [[texts.departmentHead, departmentHead.name || departmentHead.fid] as const]),
          [texts.asked, assignees.map(({ name, fid }) => name || fid).join(texts.separator) || texts.none],
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
