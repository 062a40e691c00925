import { useTexts } from '../../i18n/index.ts';
import { cancelImport } from '../../platform/documents/import-files.usecases.ts';
import { type ImportProgress, useImports } from '../../platform/documents/imports.store.ts';
import { Button } from '../../ui/button.component.tsx';
import { useLongWait } from '../../ui/long-wait.hook.ts';
import styles from './documents.module.css';

/** Progress of a running import, picked here or received from another app. */
export function ImportBar() {
  const importing = useImports((state) => state.importing);
  return importing === null ? null : <Bar importing={importing} />;
}

function Bar({ importing }: { readonly importing: ImportProgress }) {
  const { documents, common } = useTexts();
  const label = documents.opening(importing.name);
  if (!useLongWait(true)) return null;
  return (
    <div className={styles.importing}>
      <label className={styles.importingText}>
        <span>{label}</span>
        <progress className={styles.progress} max={100} value={importing.percent} />
      </label>
      <Button variant="quiet" onClick={cancelImport}>
        {common.cancel}
      </Button>
    </div>
  );
}
