import { useSyncExternalStore } from 'react';
import { usePlatform } from '../../platform/index.ts';

/** How many CSS pixels of the page's end a keyboard of the screen lies over. */
export function useKeyboardCover(): number {
  const { keyboard } = usePlatform();
  return useSyncExternalStore(keyboard.subscribe, () => keyboard.state().covered);
}
