import { classNames } from '@sealflow/ui/class-names.util.ts';
import area from '@sealflow/ui/inputs/text-area.module.css';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../apply.module.css';

type TextAreaProps = {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onLeave?: () => void;
};

/** A labelled multi-line text field with a character counter. */
export function TextArea(props: TextAreaProps) {
  const { label, value, maxLength, rows = 4, placeholder, error, onChange, onLeave } = props;
  const { apply } = useTexts();
  const id = useId();
  const hints = [`${id}-count`, ...(error === undefined ? [] : [`${id}-error`])];
  return (
    <div className={styles.area}>
      <div className={styles.areaHead}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <span className={styles.soft} id={`${id}-count`}>
          {apply.length(value.trim().length, maxLength)}
        </span>
      </div>
      <textarea
        id={id}
        className={classNames(area.text, error !== undefined && area.wrong)}
        value={value}
        rows={rows}
        placeholder={placeholder}
        aria-invalid={error !== undefined}
        aria-describedby={hints.join(' ')}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

type FieldErrorProps = { readonly id: string; readonly error: string | undefined };

export function FieldError({ id, error }: FieldErrorProps) {
  return error === undefined ? null : (
    <p className={styles.error} id={id} role="alert">
      {error}
    </p>
  );
}
