import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import {
  cancelFlowDownload,
  pauseFlowDownload,
  retryFlowDownload,
} from '../../platform/transfers/flow-downloads.store.ts';
import type { RunningDownload } from '../../platform/transfers/running-downloads.rules.ts';
import { waitsForNetwork } from '../../platform/transfers/transfer.errors.ts';
import { useRefreshDocuments } from '../../shell/refresh-documents.hook.ts';
import styles from './documents.module.css';
import { FileIcon } from './file-icon.component.tsx';

type RunningDownloadsProps = {
  readonly context: DocumentsContext;
  readonly downloads: readonly RunningDownload[];
};

/**
 * The downloads in progress, each with its progress, an action to pause, resume or retry, and one to cancel.
 */
export function RunningDownloads({ context, downloads }: RunningDownloadsProps) {
  const { documents } = useTexts();
  if (downloads.length === 0) return null;
  return (
    <ul className={styles.running} aria-label={documents.running}>
      {downloads.map((one) => (
        <RunningRow key={`${one.tid} ${one.flowID}`} context={context} download={one} />
      ))}
    </ul>
  );
}

type RunningRowProps = { readonly context: DocumentsContext; readonly download: RunningDownload };

function RunningRow({ context, download }: RunningRowProps) {
  const { documents, common } = useTexts();
  const refresh = useRefreshDocuments();
  const nameId = useId();
  const { phase, received, total } = download;
  const name = download.name ?? documents.package;
  const isStopped = phase === 'failed' || phase === 'paused';
  const resumeLabel = phase === 'failed' ? common.retry : documents.goOn;
  const actionLabel = isStopped ? resumeLabel : documents.pause;
  const cancel = () =>
    cancelFlowDownload(context, download)
      .catch(() => undefined)
      .then(refresh);
  return (
    <li className={styles.runningRow}>
      <FileIcon name={download.name ?? '.zip'} sealed={false} />
      <div className={styles.body}>
        <span id={nameId} className={styles.name}>
          {name}
        </span>
        <Progress
          label={documents.downloading(name)}
          value={total === null && !isStopped ? null : received}
          max={total ?? 1}
        />
        <div className={styles.runningFoot}>
          <DownloadState download={download} />
          <span className={styles.runningActions}>
            <Button
              variant="quiet"
              aria-describedby={nameId}
              onClick={() => void (isStopped ? retryFlowDownload : pauseFlowDownload)(context, download)}
            >
              {actionLabel}
            </Button>
            <Button variant="quiet" aria-describedby={nameId} onClick={() => void cancel()}>
              {documents.cancelDownload}
            </Button>
          </span>
        </div>
      </div>
    </li>
  );
}

function DownloadState({ download }: { readonly download: RunningDownload }) {
  const { documents } = useTexts();
  const errorOf = useErrorText();
  const { phase, received, total, error } = download;
  if (error !== null && !waitsForNetwork(error)) {
    return (
      <span className={styles.wrong} role="alert">
        {errorOf(error)}
      </span>
    );
  }
  const state = documents.steps[phase];
  return (
    <span className={styles.facts}>
      {total === null ? state : `${state} · ${sizeText(received)} / ${sizeText(total)}`}
    </span>
  );
}
