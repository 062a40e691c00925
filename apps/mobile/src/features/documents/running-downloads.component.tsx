import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { cancelFlowDownload, useFlowDownloads } from '../../platform/transfers/flow-downloads.store.ts';
import { type RunningDownload, runningDownloads } from '../../platform/transfers/running-downloads.rules.ts';
import { Button } from '../../ui/button.component.tsx';
import { Progress } from '../../ui/progress.component.tsx';
import styles from './documents.module.css';
import { useRefreshDocuments } from './documents.queries.ts';

/** What is on its way to the Download list, each with its end. */
export function RunningDownloads({ context }: { readonly context: DocumentsContext }) {
  const all = useFlowDownloads();
  return runningDownloads(all, context.accountID).map((one) => (
    <RunningRow key={`${one.tid} ${one.flowID}`} context={context} download={one} />
  ));
}

type RunningRowProps = { readonly context: DocumentsContext; readonly download: RunningDownload };

function RunningRow({ context, download }: RunningRowProps) {
  const { documents, apply } = useTexts();
  const refresh = useRefreshDocuments();
  const { name, received, total, waits } = download;
  const label = waits ? apply.waitsForLine : name === null ? apply.preparing : documents.downloading(name);
  const cancel = () =>
    cancelFlowDownload(context, download)
      .catch(() => undefined)
      .then(refresh);
  return (
    <div className={styles.importing}>
      <div className={styles.importingText}>
        <span>{label}</span>
        <Progress label={label} value={total === null ? null : received} max={total ?? 1} />
      </div>
      <Button look="quiet" onClick={() => void cancel()}>
        {documents.cancelDownload}
      </Button>
    </div>
  );
}
