import { CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { isRepeatable, isUnfinished } from '../../../platform/documents/file-queue.rules.ts';
import { QueueRow } from '../queue-row.component.tsx';
import styles from './seal.module.css';
import { isUnregistered, type SealRow } from './sealing.hook.ts';

type SealingRowsProps = {
  readonly rows: readonly SealRow[];
  readonly title: string;
  readonly onCancel: (id: string) => void;
  readonly onRetry: (id: string) => void;
  /** Removes a file that was not sealed. */
  readonly onDiscard: (row: SealRow) => void;
  readonly onOpen: (fileID: string) => void;
};

/** The files that are being sealed, and how each ended. */
export function SealingRows({ rows, title, ...actions }: SealingRowsProps) {
  const { seal } = useTexts();
  return (
    <section className={styles.results} aria-label={seal.results}>
      <p className={styles.resultsTitle}>{title}</p>
      <ul className={styles.resultRows}>
        {rows.map((row) => (
          <SealingRow key={row.id} row={row} isSingle={rows.length === 1} {...actions} />
        ))}
      </ul>
    </section>
  );
}

type SealingRowProps = Omit<SealingRowsProps, 'rows' | 'title'> & {
  readonly row: SealRow;
  readonly isSingle: boolean;
};

function SealingRow({ row, isSingle, onCancel, onRetry, onDiscard, onOpen }: SealingRowProps) {
  const { seal, common } = useTexts();
  const errorOf = useErrorText();
  const { id, name, state } = row;
  const failureHint = isUnregistered(row) ? seal.notRegisteredHint : seal.failedHint;
  return (
    <QueueRow
      row={row}
      text={useStateText(row)}
      isError={state.phase === 'failed'}
      hints={state.phase === 'failed' ? [errorOf(state.failure.error), failureHint] : []}
      actions={
        <>
          {state.phase === 'done' ? (
            <Button variant="quiet" aria-label={seal.openFile(name)} onClick={() => onOpen(state.result)}>
              {seal.open}
            </Button>
          ) : null}
          {isRepeatable(row) ? (
            <Button
              ref={focusIfLost}
              variant="quiet"
              aria-label={seal.retryFile(name)}
              onClick={() => onRetry(id)}
            >
              {common.retry}
            </Button>
          ) : null}
          {isUnregistered(row) ? (
            <Button variant="quiet" aria-label={seal.giveUpFile(name)} onClick={() => onDiscard(row)}>
              {seal.giveUp}
            </Button>
          ) : null}
          {isUnfinished(row) && !isSingle ? (
            <IconButton label={seal.cancelFile(name)} onClick={() => onCancel(id)}>
              <CloseIcon size={20} />
            </IconButton>
          ) : null}
        </>
      }
    />
  );
}

function useStateText(row: SealRow): string {
  const { seal } = useTexts();
  const { state } = row;
  if (state.phase === 'waiting') return seal.waiting;
  if (state.phase === 'running')
    return state.percent === null ? seal.registering : `${seal.running} ${seal.percent(state.percent)}`;
  if (state.phase === 'failed') return isUnregistered(row) ? seal.notRegistered : seal.failed;
  return state.phase === 'done' ? seal.rowDone : seal.cancelled;
}
