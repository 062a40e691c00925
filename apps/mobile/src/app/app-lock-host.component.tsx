import { Suspense, useEffect } from 'react';
import { useAppLock } from '../platform/app-lock/app-lock.hook.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useSessionStore } from '../platform/session/index.ts';
import './app-lock.css';
import { FirstPaint } from './first-paint.component.tsx';
import { lazyScreen } from './lazy-screen.util.ts';

const LockScreen = lazyScreen(() => import('../features/mine/lock/lock.screen.tsx'));

/** Tracks the app's visibility and covers everything with the lock screen while the app is locked. */
export function AppLockHost() {
  const lock = useAppLock();
  const isLocked = useAppLockStore((state) => state.isLocked);
  const lockOwnerAid = useAppLockStore(({ record }) => record?.aid ?? null);
  const aid = useSessionStore(({ session }) => (session.phase === 'signedIn' ? session.account.aid : null));
  useEffect(() => lock.watch(), [lock]);
  useEffect(() => {
    // A lock of another account could never be opened by this one.
    if (lockOwnerAid !== null && aid !== null && lockOwnerAid !== aid) void lock.releaseLock();
  }, [lock, lockOwnerAid, aid]);
  if (!isLocked) return null;
  return (
    <Suspense fallback={null}>
      <LockScreen />
      <FirstPaint />
    </Suspense>
  );
}
