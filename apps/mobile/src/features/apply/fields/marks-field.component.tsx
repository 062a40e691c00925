import { Checkbox } from '@sealflow/ui/inputs/checkbox.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../apply.module.css';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { FieldError } from './text-area.component.tsx';

const marks = ['watermark', 'noDownload', 'noCapture'] as const;

/** Selects the restrictions that apply when the files are opened. */
export function MarksField({ draft, errors, onChange }: DetailFieldsProps) {
  const { apply } = useTexts();
  const errorId = useId();
  return (
    <fieldset data-field="marks" className={styles.marks}>
      <legend className={styles.label}>{apply.marks}</legend>
      {marks.map((mark) => (
        <Checkbox
          key={mark}
          checked={draft.details[mark]}
          aria-describedby={errors.marks === undefined ? undefined : errorId}
          onChange={({ currentTarget: { checked } }) => onChange({ [mark]: checked })}
        >
          <span className={itemText.words}>
            <span>{apply.markNames[mark]}</span>
            <span className={itemText.detail}>{apply.markHints[mark]}</span>
          </span>
        </Checkbox>
      ))}
      <FieldError id={errorId} error={errors.marks} />
    </fieldset>
  );
}
