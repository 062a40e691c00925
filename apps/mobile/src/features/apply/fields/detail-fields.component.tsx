import { detailKeys, type FlowDetails } from '@sealflow/domain/workflow';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { type ComponentType, useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { PeopleChoice } from '../../../shell/people/people-choice.component.tsx';
import styles from '../apply.module.css';
import { ClassificationField } from './classification-field.component.tsx';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { LeaseField } from './lease-field.component.tsx';
import { MailFields } from './mail-fields.component.tsx';
import { MarksField } from './marks-field.component.tsx';
import { FieldError } from './text-area.component.tsx';

// Exhaustive by type. Null means that the field of another key also edits this one.
const fieldByDetail: Record<keyof FlowDetails, ComponentType<DetailFieldsProps> | null> = {
  to: MailFields,
  subject: null,
  body: null,
  email: EmailField,
  classificationID: ClassificationField,
  fids: PeopleField,
  until: LeaseField,
  watermark: MarksField,
  noDownload: null,
  noCapture: null,
};

/** The fields of a type other than title, description and files. */
export function DetailFields(props: DetailFieldsProps) {
  const keys = detailKeys[props.draft.type];
  if (keys.length === 0) return null;
  return (
    <div className={styles.block}>
      {keys.map((key) => {
        const Field = fieldByDetail[key];
        return Field === null ? null : <Field key={key} {...props} />;
      })}
    </div>
  );
}

function EmailField({ draft, errors, onChange, onLeave }: DetailFieldsProps) {
  const { apply } = useTexts();
  return (
    <div data-field="email">
      <TextField
        label={apply.email}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.details.email}
        error={errors.email}
        onChange={({ currentTarget: { value } }) => onChange({ email: value })}
        onBlur={() => onLeave('email')}
      />
    </div>
  );
}

/** Selects the people who can open the files. */
function PeopleField({ draft, errors, onChange }: DetailFieldsProps) {
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
