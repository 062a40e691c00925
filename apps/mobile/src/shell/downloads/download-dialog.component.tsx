import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './download-dialog.module.css';

type DownloadDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** The file's name. */
  readonly name: string;
  /** Bytes. */
  readonly received: number;
  /** Bytes; null where the service does not say. */
  readonly total: number | null;
  readonly onCancel: () => void;
  /** Continues without the dialog; if present, back calls it too. */
  readonly onBackground?: () => void;
};

/** The progress of a download (section 2); back never cancels it by accident. */
export function DownloadDialog(props: DownloadDialogProps) {
  const { open, title, name, received, total, onCancel, onBackground } = props;
  const { common, shell } = useTexts();
  const percent = total === null || total === 0 ? null : Math.min(100, Math.floor((received / total) * 100));
  const size = total === null ? sizeText(received) : `${sizeText(received)} / ${sizeText(total)}`;
  return (
    <Dialog
      open={open}
      mayCloseItself
      title={title}
      onDismiss={onBackground}
      actions={
        <>
          <Button onClick={onCancel}>{common.cancel}</Button>
          {onBackground ? (
            <Button variant="primary" onClick={onBackground}>
              {shell.downloadInBackground}
            </Button>
          ) : null}
        </>
      }
    >
      <p className={styles.name}>{name}</p>
      <Progress label={title} value={percent} />
      <p className={styles.figures}>
        <span>{size}</span>
        {percent === null ? null : <span>{percent}%</span>}
      </p>
    </Dialog>
  );
}
