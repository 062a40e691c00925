import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useOnline } from '../../shell/online.hook.ts';
import styles from './messages.module.css';

type StaleNoticeProps = { readonly onRetry: () => Promise<unknown> };

/** Indicates that the stored list is shown. While offline, the screen's bar indicates it. */
export function StaleNotice({ onRetry }: StaleNoticeProps) {
  const { messages, common } = useTexts();
  const online = useOnline();
  const [retrying, setRetrying] = useState(false);
  if (!online) return null;
  const retry = async () => {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  };
  return (
    <div className={styles.stale}>
      <output>{messages.stored}</output>
      <Button variant="quiet" loading={retrying} onClick={() => void retry()}>
        {common.retry}
      </Button>
    </div>
  );
}
