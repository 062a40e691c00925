import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { PeopleChoice } from '../../../shell/people/people-choice.component.tsx';
import styles from '../apply.module.css';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { FieldError } from './text-area.component.tsx';

/** Selects the people who can open the files. */
export function PeopleField({ draft, errors, onChange }: DetailFieldsProps) {
  const { apply } = useTexts();
  const errorId = useId();
  return (
    <div data-field="people" className={styles.stack}>
      <span className={styles.label}>{apply.people}</span>
      <PeopleChoice
        label={apply.people}
        tid={draft.tid}
        people={draft.details.people}
        errorId={errors.people === undefined ? undefined : errorId}
        onChange={(people) => onChange({ people })}
      />
      <FieldError id={errorId} error={errors.people} />
    </div>
  );
}
