import { Suspense, useEffect } from 'react';
import { useAppLock } from '../platform/app-lock/app-lock.hook.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useSessionStore } from '../platform/session/index.ts';
import './app-lock.css';
import { Drawn } from './drawn.component.tsx';
import { lazyScreen } from './lazy-screen.ts';

const LockScreen = lazyScreen(() => import('../features/mine/lock/lock.screen.tsx'));

/** Tracks the app's visibility and covers everything with the lock screen while the app is locked. */
export function AppLockHost() {
  const lock = useAppLock();
  const isLocked = useAppLockStore((state) => state.isLocked);
  const whose = useAppLockStore(({ record }) => record?.aid ?? null);
  const aid = useSessionStore(({ session }) => (session.phase === 'signedIn' ? session.account.aid : null));
  useEffect(() => lock.watch(), [lock]);
  useEffect(() => {
    // A lock of another account could never be opened by this one.
    if (whose !== null && aid !== null && whose !== aid) void lock.dropLock();
  }, [lock, whose, aid]);
  if (!isLocked) return null;
  return (
    <Suspense fallback={null}>
      <LockScreen />
      <Drawn />
    </Suspense>
  );
}
