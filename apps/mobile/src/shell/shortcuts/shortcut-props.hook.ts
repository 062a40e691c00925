import { useSingleKeys } from './device-switch.store.ts';
import { ariaKeyShortcuts, isSingleKey, printedKeys } from './shortcut-keys.rules.ts';
import { useKeyListener } from './shortcuts.store.ts';
import type { ShortcutName } from './shortcuts.table.ts';

export type ShortcutProps = { readonly 'aria-keyshortcuts'?: string; readonly title?: string };

export const isAppleDevice = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * The attributes of a control that does the same as a shortcut: the key for screen readers, and a tooltip with the key.
 * None while the shortcut is switched off, or the app does not listen for keys yet.
 */
export function useShortcutProps(name: ShortcutName, label: string): ShortcutProps {
  const [hasSingleKeys] = useSingleKeys();
  const { isListening } = useKeyListener();
  if (!isListening || (isSingleKey(name) && !hasSingleKeys)) return {};
  const [key = ''] = printedKeys(name, isAppleDevice());
  return { 'aria-keyshortcuts': ariaKeyShortcuts(name), title: `${label} (${key})` };
}
