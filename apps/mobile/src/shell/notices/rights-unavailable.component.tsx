import { errorText } from '@sealflow/domain/errors/registry';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useEffect } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import { useShowFailure, useShowTip } from './failure.hook.ts';
import styles from './rights-unavailable.module.css';

/**
 * Section 6: the rights in this tenant could not be loaded, so every button that needs one is hidden. A retry enters
 * the tenant again.
 */
export function RightsUnavailable() {
  const { common } = useTexts();
  const language = useLanguage();
  const showFailure = useShowFailure();
  const { tenant, rightsReadable } = useSignedIn();
  const { chooseTenant } = useSessionActions();
  if (rightsReadable || tenant === null) return null;
  const retry = () => chooseTenant(tenant.tid).catch(showFailure);
  return (
    <div className={styles.warning} role="alert">
      <span>{errorText('app.rights_unreadable', language === 'zh' ? 'cn' : 'en')}</span>
      <Button onClick={() => void retry()}>{common.retry}</Button>
    </div>
  );
}

/** Shows the failure once after each entry, on whichever screen the user lands. */
export function useRightsUnavailableTip(): void {
  const showTip = useShowTip();
  const { tenant, rightsReadable } = useSignedIn();
  const tid = tenant?.tid;
  useEffect(() => {
    if (!rightsReadable && tid !== undefined) showTip('app.rights_unreadable');
  }, [rightsReadable, tid, showTip]);
}
