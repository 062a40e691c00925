import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { useLongWait } from '../../ui/waiting.hook.ts';
import styles from './documents.module.css';
import type { Importing } from './open-file.hook.ts';

type ImportBarProps = { readonly importing: Importing; readonly onCancel: () => void };

export function ImportBar({ importing, onCancel }: ImportBarProps) {
  const { documents, common } = useTexts();
  const label = documents.opening(importing.name);
  if (!useLongWait(true)) return null;
  return (
    <div className={styles.importing}>
      <label className={styles.importingText}>
        <span>{label}</span>
        <progress className={styles.progress} max={100} value={importing.percent} />
      </label>
      <Button look="quiet" onClick={onCancel}>
        {common.cancel}
      </Button>
    </div>
  );
}
