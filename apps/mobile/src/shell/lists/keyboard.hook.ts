import { useSyncExternalStore } from 'react';
import { usePlatform } from '../../platform/index.ts';

/** Height in CSS pixels that the on-screen keyboard covers at the bottom of the page. */
export function useKeyboardHeight(): number {
  const { keyboard } = usePlatform();
  return useSyncExternalStore(keyboard.subscribe, () => keyboard.state().covered);
}
