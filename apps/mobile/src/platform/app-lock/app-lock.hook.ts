import { createContext, useContext } from 'react';
import type { AppLock } from './app-lock.compose.ts';

/** The app lock; provided by `App`. */
export const AppLockContext = createContext<AppLock | null>(null);

export function useAppLock(): AppLock {
  const lock = useContext(AppLockContext);
  if (lock === null) throw new Error('AppLockContext is missing');
  return lock;
}
