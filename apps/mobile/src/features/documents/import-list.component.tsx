import { CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { countPhases, isUnfinished, overallPercent } from '../../platform/documents/file-queue.rules.ts';
import {
  cancelImport,
  cancelImports,
  dismissImport,
  dismissImports,
  retryImport,
} from '../../platform/documents/import-files.usecases.ts';
import { type ImportProblem, type ImportRow, useImports } from '../../platform/documents/imports.store.ts';
import { useImportProblemText } from '../../shell/downloads/import-problem.hook.ts';
import styles from './file-queue.module.css';
import { QueueRow } from './queue-row.component.tsx';

/** Another attempt would fail for the same reason. */
const finalProblems: ReadonlySet<ImportProblem> = new Set(['damaged', 'protectionUnknown']);

const canRetry = ({ state }: ImportRow) => state.phase === 'failed' && !finalProblems.has(state.failure);

/** The files that are being imported, picked or dropped here or received from another app, and how each ended. */
export function ImportList() {
  const { documents } = useTexts();
  const rows = useImports((imports) => imports.rows);
  // A single file opens right after its import.
  const isSingle = rows.length === 1 && rows.every(isUnfinished);
  const isLong = useLongWait(isSingle);
  const isShown = rows.length > 0 && (!isSingle || isLong);
  const { started } = documents.imports;
  const summary = useSummary(rows);
  const announcement = rows.some(isUnfinished) ? started(rows.length) : summary;
  return (
    <>
      {/* Outside of the list: a live region must be there before its text. */}
      <output className="visually-hidden">{isShown ? announcement : ''}</output>
      {isShown ? <Rows rows={rows} summary={summary} /> : null}
    </>
  );
}

function useSummary(rows: readonly ImportRow[]): string {
  const { documents } = useTexts();
  const { done, failed, cancelled } = countPhases(rows);
  return documents.imports.summary(done, failed, cancelled);
}

type RowsProps = { readonly rows: readonly ImportRow[]; readonly summary: string };

function Rows({ rows, summary }: RowsProps) {
  const { documents, common } = useTexts();
  const { imports } = documents;
  const unfinishedCount = rows.filter(isUnfinished).length;
  const isRunning = unfinishedCount > 0;
  const repeatable = rows.filter(canRetry);
  const position = rows.length - unfinishedCount + 1;
  return (
    <section className={styles.queue} aria-label={imports.label}>
      <div className={styles.head}>
        <span className={styles.title}>{isRunning ? imports.running(position, rows.length) : summary}</span>
        <span className={styles.headActions}>
          {repeatable.length > 1 && !isRunning ? (
            <Button variant="quiet" onClick={() => repeatable.forEach(({ id }) => retryImport(id))}>
              {imports.retryAll}
            </Button>
          ) : null}
          {isRunning ? (
            <Button variant="quiet" onClick={cancelImports}>
              {rows.length > 1 ? imports.cancelAll : common.cancel}
            </Button>
          ) : (
            // The focused button of a row or of the running list was unmounted.
            <Button ref={focusIfLost} variant="quiet" onClick={dismissImports}>
              {common.close}
            </Button>
          )}
        </span>
      </div>
      {isRunning && rows.length > 1 ? (
        <div className={styles.overall}>
          <Progress label={imports.started(rows.length)} value={overallPercent(rows)} />
        </div>
      ) : null}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <ImportRowItem key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function ImportRowItem({ row }: { readonly row: ImportRow }) {
  const { documents, common } = useTexts();
  const { imports } = documents;
  const text = useStateText(row);
  const { id, name } = row;
  const isActive = isUnfinished(row);
  return (
    <QueueRow
      row={row}
      text={text}
      isError={row.state.phase === 'failed'}
      actions={
        <>
          {canRetry(row) ? (
            <Button variant="quiet" aria-label={imports.retry(name)} onClick={() => retryImport(id)}>
              {common.retry}
            </Button>
          ) : null}
          <IconButton
            label={isActive ? imports.cancel(name) : imports.dismiss(name)}
            onClick={() => (isActive ? cancelImport : dismissImport)(id)}
          >
            <CloseIcon size={20} />
          </IconButton>
        </>
      }
    />
  );
}

function useStateText({ state }: ImportRow): string {
  const { imports } = useTexts().documents;
  const problemText = useImportProblemText();
  if (state.phase === 'failed') return problemText(state.failure);
  if (state.phase === 'running') return imports.importing(state.percent ?? 100);
  if (state.phase === 'done') return state.result.isKnown ? imports.known : imports.done;
  return imports[state.phase];
}
