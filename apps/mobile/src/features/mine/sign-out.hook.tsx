import { useState } from 'react';
import { confirm } from '../../app/shell/confirm.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { useAppLockStore } from '../../platform/app-lock/app-lock.store.ts';
import { usePlatform } from '../../platform/index.ts';
import { waitingCount } from '../../platform/outbox/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import styles from './mine.module.css';

/**
 * Signs out after a confirmation that lists what is deleted: local data, and queued decisions that were never
 * sent.
 */
export function useSignOut() {
  const { mine } = useTexts();
  const platform = usePlatform();
  const { account } = useSignedIn();
  const { signOut } = useSessionActions();
  const hasLock = useAppLockStore(({ record }) => record !== null);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    if (isLeaving) return;
    // If the device's database does not open, no decisions are queued in it.
    const waiting = await waitingCount(platform, account.aid).catch(() => 0);
    const cleared = hasLock ? [...mine.signOutClears, mine.appLock] : mine.signOutClears;
    const yes = await confirm({
      title: mine.signOutTitle,
      text: (
        <>
          <p>{mine.signOutText}</p>
          <ul className={styles.cleared}>
            {cleared.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          {waiting === 0 ? null : (
            <p>
              <strong>{mine.signOutWaiting(waiting)}</strong>
            </p>
          )}
        </>
      ),
      confirmLabel: mine.signOut,
      danger: true,
    });
    if (!yes) return;
    setLeaving(true);
    await signOut().finally(() => setLeaving(false));
  };
  return { leave, isLeaving };
}
