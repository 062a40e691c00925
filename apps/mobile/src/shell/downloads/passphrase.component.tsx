import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import styles from './flow-download.module.css';

/** The passphrase of a package that leaves the organisation; it must travel by another channel than the package. */
export function Passphrase({ value }: { readonly value: string }) {
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
