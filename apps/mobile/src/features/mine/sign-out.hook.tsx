import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useAppLockStore } from '../../platform/app-lock/app-lock.store.ts';
import { usePlatform } from '../../platform/index.ts';
import { countWaitingDecisions } from '../../platform/outbox/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';
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
  const [isSigningOut, setSigningOut] = useState(false);
  const confirmAndSignOut = async () => {
    if (isSigningOut) return;
    // If the device's database does not open, no decisions are queued in it.
    const waiting = await countWaitingDecisions(platform, account.aid).catch(() => 0);
    const clearedItems = hasLock ? [...mine.signOutClears, mine.appLock] : mine.signOutClears;
    const yes = await confirm({
      title: mine.signOutTitle,
      text: (
        <>
          <p>{mine.signOutText}</p>
          <ul className={styles.cleared}>
            {clearedItems.map((what) => (
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
    setSigningOut(true);
    await signOut().finally(() => setSigningOut(false));
  };
  return { confirmAndSignOut, isSigningOut };
}
