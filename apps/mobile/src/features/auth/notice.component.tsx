import type { ReactNode } from 'react';
import { useErrorText } from '../../platform/api/index.ts';
import styles from './auth.module.css';

type NoticeProps = {
  /** Null for none. */
  readonly failure: unknown;
  /** What the person can do about it. */
  readonly action?: ReactNode;
};

/** A failure that is about no field of the form below. */
export function Notice({ failure, action }: NoticeProps) {
  const errorOf = useErrorText();
  if (failure === null) return null;
  return (
    <div className={styles.notice} role="alert">
      <p>{errorOf(failure)}</p>
      {action}
    </div>
  );
}
