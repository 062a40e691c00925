import { CheckboxGroup, FieldError, Label } from 'react-aria-components';
import styles from './choices.module.css';
import { Checkbox, FieldHint } from './fields.component.tsx';
import fieldStyles from './fields.module.css';

type Choice = { readonly id: string; readonly label: string; readonly hint?: string };

export type ChoicesProps = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly choices: readonly Choice[];
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
};

/** Several of a few choices, all visible. */
export function Choices({ label, hint, error, choices, value, onChange }: ChoicesProps) {
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={onChange}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <FieldHint hint={hint} />
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Checkbox key={choice.id} value={choice.id}>
            <span>
              {choice.label}
              {choice.hint === undefined ? null : (
                <span className={`${fieldStyles.hint} ${styles.choiceHint}`}>{choice.hint}</span>
              )}
            </span>
          </Checkbox>
        ))}
      </div>
      <FieldError className={fieldStyles.error ?? ''}>{error}</FieldError>
    </CheckboxGroup>
  );
}
