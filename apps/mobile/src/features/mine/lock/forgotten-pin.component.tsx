import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.component.tsx';
import styles from './lock.module.css';

type ForgottenPinProps = { readonly onBack: () => void; readonly onConfirm: () => Promise<void> };

/** Confirms a new sign-in after its consequences are shown. */
export function ForgottenPin({ onBack, onConfirm }: ForgottenPinProps) {
  const { lock: texts, common } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
  };
  return (
    <>
      <p className={styles.text}>{texts.forgottenText}</p>
      <Button variant="danger" wide loading={isBusy} onClick={() => void confirm()}>
        {texts.signInAgain}
      </Button>
      <Button wide disabled={isBusy} onClick={onBack}>
        {common.cancel}
      </Button>
    </>
  );
}
