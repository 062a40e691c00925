import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.util.ts';
import styles from './text-field.module.css';

type TextFieldProps = ComponentProps<'input'> & {
  readonly label: string;
  /** The validation error in user-facing words. */
  readonly error?: string | undefined;
  /** Help for the input, below the field. */
  readonly hint?: ReactNode;
  /** A control inside the field, at its end. */
  readonly trailing?: ReactNode;
};

export function TextField({ label, error, hint, trailing, className, id, ...rest }: TextFieldProps) {
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const errorId = `${inputId}-error`;
  const hintId = `${inputId}-hint`;
  const descriptionIds = [error === undefined ? '' : errorId, hint === undefined ? '' : hintId]
    .join(' ')
    .trim();
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={classNames(styles.box, error !== undefined && styles.wrong)}>
        <input
          {...rest}
          id={inputId}
          className={styles.input}
          aria-invalid={error !== undefined}
          aria-describedby={descriptionIds === '' ? undefined : descriptionIds}
        />
        {trailing}
      </div>
      {error === undefined ? null : (
        <p className={styles.error} id={errorId} role="alert">
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <div className={styles.hint} id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}
