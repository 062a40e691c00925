import type { ReactNode } from 'react';
import { Button } from '../inputs/button.component.tsx';
import { AlertIcon, EmptyIcon } from '../start-icons.component.tsx';
import styles from './state.module.css';

type EmptyStateProps = {
  readonly title: string;
  /** The next step. */
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
};

export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>{icon ?? <EmptyIcon size={48} />}</span>
      <p className={styles.title}>{title}</p>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}

type ErrorStateProps = {
  /** The cause in user-facing words. */
  readonly text: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
};

export function ErrorState({ text, retryLabel, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon}>
        <AlertIcon size={48} />
      </span>
      <p className={styles.title}>{text}</p>
      <Button onClick={onRetry} loading={retrying}>
        {retryLabel}
      </Button>
    </div>
  );
}
