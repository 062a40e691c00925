import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Checkbox } from '@sealflow/ui/inputs/checkbox.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import mineStyles from '../mine.module.css';
import styles from './security.module.css';
import { useExportCodes } from './security.queries.ts';

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** Recovery codes, shown once. The person copies, saves or prints them and confirms that they are stored. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { security } = useTexts();
  const showFailure = useShowFailure();
  const exportCodes = useExportCodes();
  const [isStored, setStored] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    showSnackbar({ color: 'success', text: security.copied });
  };
  const download = async () => {
    const isSaved = await exportCodes(codes, `${security.fileName}.txt`);
    if (isSaved) showSnackbar({ color: 'success', text: security.downloaded });
  };
  return (
    <section className={mineStyles.deletion} aria-label={security.recoveryCodes}>
      <p>{security.codesLead}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {/* Pages without https have no clipboard; the codes can still be selected. */}
        {'clipboard' in navigator ? (
          <Button onClick={() => void copy().catch(() => undefined)}>{security.copy}</Button>
        ) : null}
        <Button onClick={() => void download().catch(showFailure)}>{security.download}</Button>
        <Button onClick={() => window.print()}>{security.print}</Button>
      </div>
      <Checkbox checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        {security.stored}
      </Checkbox>
      <Button variant="primary" disabled={!isStored} onClick={onDone}>
        {security.done}
      </Button>
    </section>
  );
}
