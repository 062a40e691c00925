import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAppLockStore } from '../../platform/app-lock/app-lock.store.ts';
import { keepFocusOn } from '../../shell/navigation/heading-focus.hook.ts';
import { useIsWide } from '../../shell/navigation/pane.hook.ts';
import { previewIn } from '../../shell/navigation/panes.rules.ts';
import { useSingleKeys } from '../../shell/shortcuts/device-switch.store.ts';
import { isTextEntry, shortcutsOf } from '../../shell/shortcuts/shortcut-keys.rules.ts';
import { runShortcut, useShortcutLayer } from '../../shell/shortcuts/shortcuts.store.ts';

/** Whether something covers the screen and has the keys: the lock, a dialog, a menu. */
const isCovered = () =>
  useAppLockStore.getState().isLocked || document.querySelector('dialog[open], [role="menu"]') !== null;

/** Runs the shortcuts of pressed keys. */
export function useShortcutKeys(): void {
  const { search } = useLocation();
  const isWide = useIsWide();
  const [hasSingleKeys] = useSingleKeys();
  // On a phone, a document covers the screen that has the shortcuts.
  const isHidden = !isWide && previewIn(search) !== null;
  const latest = useRef({ hasSingleKeys, isHidden });
  useEffect(() => {
    latest.current = { hasSingleKeys, isHidden };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Keys that the frame of a document sends are not trusted: a document must not decide on itself.
      if (event.defaultPrevented || !event.isTrusted) return;
      const target = event.target instanceof Element ? event.target : null;
      const { hasSingleKeys: isOn, isHidden: isLayerHidden } = latest.current;
      const names = shortcutsOf(event, { isTyping: isTextEntry(target), hasSingleKeys: isOn });
      if (!names.some((name) => name === 'next' || name === 'previous')) keepFocusOn(null);
      const { open } = useShortcutLayer.getState();
      const isBlocked = isLayerHidden || isCovered();
      const name = names.find((one) => (open === null ? !isBlocked : one === open));
      if (name !== undefined && runShortcut(name, event)) event.preventDefault();
    };
    const onPointer = () => keepFocusOn(null);
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPointer, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
}
