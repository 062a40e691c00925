import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { transferErrorOf, waitsForNetwork } from '../../platform/transfers/transfer.errors.ts';
import { usePreviewLayer } from '../navigation/preview-layer.hook.ts';
import { useShowFailure } from '../notices/failure.hook.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import { DownloadDialog } from './download-dialog.component.tsx';
import { type CopyTarget, useFlowDownload } from './flow-download.hook.ts';
import styles from './flow-download.module.css';

type FlowDownloadProps = { readonly flow: { readonly id: string; readonly title: string } };

/**
 * Requests a package of a flow's files from the service and downloads it; continues while the user is on another
 * screen.
 */
export function FlowDownload({ flow }: FlowDownloadProps) {
  const { apply, common, documents } = useTexts();
  const errorOf = useErrorText();
  const showFailure = useShowFailure();
  const { openRecord } = usePreviewLayer();
  const { state, passphrase, start, cancel, exportCopy, outside } = useFlowDownload(flow);
  const [dialog, setDialog] = useState(false);
  const begin = () => {
    setDialog(true);
    start();
  };

  const exportTo = async (way: CopyTarget) => {
    try {
      const result = await exportCopy(way);
      if (result === 'saved') showSnackbar({ color: 'success', text: apply.copySaved });
      if (result === 'refused') showSnackbar({ color: 'info', text: apply.noAppTakesIt });
    } catch (error) {
      showFailure(transferErrorOf(error, 'file.file_does_not_exist'));
    }
  };

  if (state === undefined) {
    return (
      <div className={styles.box}>
        <Button wide onClick={begin}>
          {apply.fetchFiles}
        </Button>
      </div>
    );
  }
  if (state.phase === 'failed') {
    return (
      <div className={styles.box}>
        <p className={styles.wrong} role="alert">
          {apply.downloadFailed(errorOf(state.error))}
          {waitsForNetwork(state.error) ? <span className={styles.soft}>{apply.waitsForLine}</span> : null}
        </p>
        <div className={styles.actions}>
          <Button onClick={cancel}>{common.cancel}</Button>
          <Button variant="primary" onClick={begin}>
            {common.retry}
          </Button>
        </div>
      </div>
    );
  }
  if (state.phase === 'done') {
    return (
      <div className={styles.box}>
        <p className={styles.done}>{apply.downloaded}</p>
        {passphrase === null ? null : <Passphrase value={passphrase} />}
        <div className={styles.actions}>
          <Button onClick={begin}>{apply.fetchAgain}</Button>
          <Button onClick={() => void exportTo('save')}>{apply.saveCopy}</Button>
          <Button variant="primary" onClick={() => openRecord(state.fileID)}>
            {apply.openDownloaded}
          </Button>
        </div>
        {outside ? (
          <div className={styles.actions}>
            <Button onClick={() => void exportTo('share')}>{apply.shareCopy}</Button>
            <Button onClick={() => void exportTo('open')}>{apply.openElsewhere}</Button>
          </div>
        ) : null}
      </div>
    );
  }
  if (state.phase === 'paused') {
    return (
      <div className={styles.box}>
        <output className={styles.soft}>{documents.steps.paused}</output>
        <div className={styles.actions}>
          <Button onClick={cancel}>{common.cancel}</Button>
          <Button variant="primary" onClick={start}>
            {documents.goOn}
          </Button>
        </div>
      </div>
    );
  }
  const { label, name, done, total } =
    state.phase === 'preparing'
      ? { label: apply.preparing, name: flow.title, done: state.done, total: state.total || null }
      : { label: apply.downloading, name: state.name, done: state.received, total: state.total };
  return (
    <div className={styles.box}>
      <output className={styles.soft}>{label}</output>
      <Progress label={label} value={total === null ? null : done} max={total ?? 1} />
      <div className={styles.actions}>
        <Button onClick={cancel}>{common.cancel}</Button>
        <Button onClick={() => setDialog(true)}>{apply.details}</Button>
      </div>
      <DownloadDialog
        open={dialog}
        title={label}
        name={name}
        received={done}
        total={total}
        onCancel={() => {
          setDialog(false);
          cancel();
        }}
        onBackground={() => setDialog(false)}
      />
    </div>
  );
}

/** The passphrase of a package that leaves the organisation; it must travel by another channel than the package. */
function Passphrase({ value }: { readonly value: string }) {
  const { apply } = useTexts();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    showSnackbar({ color: 'success', text: apply.copied });
  };
  // Pages without https have no clipboard; the user can still select the text.
  const canCopy = 'clipboard' in navigator;
  return (
    <dl className={styles.passphrase}>
      <dt className={styles.soft}>{apply.passphrase}</dt>
      <dd className={styles.secret}>
        <code>{value}</code>
        {canCopy ? (
          <Button variant="quiet" onClick={() => void copy().catch(() => undefined)}>
            {apply.copy}
          </Button>
        ) : null}
      </dd>
      <dd className={styles.soft}>{apply.passphraseHint}</dd>
    </dl>
  );
}
