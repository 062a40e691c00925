import type { ReactNode } from 'react';
import { useErrorText } from '../../platform/api/index.ts';
import styles from './auth.module.css';

type FormErrorProps = {
  /** Null if there is no error. */
  readonly failure: unknown;
  /** A button that resolves the error. */
  readonly action?: ReactNode;
};

/** An error that belongs to no field of the form. */
export function FormError({ failure, action }: FormErrorProps) {
  const errorOf = useErrorText();
  if (failure === null) return null;
  return (
    <div className={styles.notice} role="alert">
      <p>{errorOf(failure)}</p>
      {action}
    </div>
  );
}
