import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import type { ReactNode } from 'react';
import type { QueueRow as Row } from '../../platform/documents/file-queue.rules.ts';
import { FileIcon } from './file-icon.component.tsx';
import styles from './file-queue.module.css';

type QueueRowProps = {
  readonly row: Row<unknown, unknown>;
  /** The state of the file. */
  readonly text: string;
  readonly isError?: boolean;
  /** Below the state, for example what to do about a failure. */
  readonly hints?: readonly string[];
  readonly actions: ReactNode;
};

/** One of several files that are processed one after the other: its name, its size, its state and its progress. */
export function QueueRow({
  row: { name, size, state },
  text,
  isError = false,
  hints,
  actions,
}: QueueRowProps) {
  // Beside a long text the actions would leave it too little room.
  const isLong = hints !== undefined && hints.length > 0;
  return (
    <li className={styles.row} data-phase={state.phase}>
      <FileIcon name={name} sealed={false} />
      <div className={styles.body}>
        <span className={styles.name}>{name}</span>
        <span className={isError ? styles.error : styles.facts}>
          {sizeText(size)} · {text}
        </span>
        {hints?.map((hint) => (
          <span key={hint} className={styles.facts}>
            {hint}
          </span>
        ))}
        {state.phase === 'running' ? (
          <span className={styles.progress}>
            <Progress label={name} value={state.percent} />
          </span>
        ) : null}
        {isLong ? <span className={styles.foot}>{actions}</span> : null}
      </div>
      {isLong ? null : <span className={styles.actions}>{actions}</span>}
    </li>
  );
}
