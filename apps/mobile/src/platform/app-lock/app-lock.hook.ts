import { createContext, useContext } from 'react';
import type { AppLock } from './app-lock.ts';

/** Boot provides the lock here. */
export const AppLockContext = createContext<AppLock | null>(null);

export function useAppLock(): AppLock {
  const lock = useContext(AppLockContext);
  if (lock === null) throw new Error('no app lock above this component');
  return lock;
}
