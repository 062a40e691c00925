import type { FlowInfo } from '@sealflow/contract';
import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import styles from './return-target.module.css';

type ReturnTargetProps = {
  readonly flow: FlowInfo;
  /** The number of an earlier stage from 0; null for the applicant. */
  readonly value: number | null;
  readonly onChange: (stage: number | null) => void;
};

/** Where the application goes: to its applicant, or to an earlier approval step. */
export function ReturnTarget({ flow: { applicant, myTask }, value, onChange }: ReturnTargetProps) {
  const { returns } = useTexts();
  const stages = (myTask?.returnStages ?? []).map(({ stage, people }) => ({
    id: String(stage),
    label: returns.toStage(stage + 1),
    detail: returns.toStageHint(people.map(({ name }) => name).join(returns.separator)),
  }));
  const options = [
    { id: 'applicant', label: returns.toApplicant, detail: returns.toApplicantHint(applicant.name) },
    ...stages,
  ];
  return (
    <div className={styles.target}>
      <RadioList
        label={returns.target}
        options={options}
        value={value === null ? 'applicant' : String(value)}
        onChange={(id) => onChange(id === 'applicant' ? null : Number(id))}
      />
    </div>
  );
}

/** The stage in a stored draft; null, the applicant, if it is not a stage that the task can return to. */
export function parseStage(text: string, { myTask }: FlowInfo): number | null {
  const stage = (myTask?.returnStages ?? []).find((one) => String(one.stage) === text);
  return stage?.stage ?? null;
}
