import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAppLockStore } from '../../platform/app-lock/app-lock.store.ts';
import { useFullScreen } from '../../shell/navigation/full-screen.store.ts';
import { keepFocusOn } from '../../shell/navigation/heading-focus.hook.ts';
import { useIsWide } from '../../shell/navigation/pane.hook.ts';
import { isComparing, previewIn } from '../../shell/navigation/panes.rules.ts';
import { useLocation } from '../../shell/router/index.ts';
import { useSingleKeys } from '../../shell/shortcuts/device-switch.store.ts';
import { isTextEntry, shortcutsOf } from '../../shell/shortcuts/shortcut-keys.rules.ts';
import { runShortcut, useKeyListener, useShortcutLayer } from '../../shell/shortcuts/shortcuts.store.ts';
import { type ShortcutName, shortcuts } from '../../shell/shortcuts/shortcuts.table.ts';

/** Whether something covers the screen and has the keys: the lock, a dialog, a menu. */
const isCovered = () =>
  useAppLockStore.getState().isLocked || document.querySelector('dialog[open], [role="menu"]') !== null;

/** Shortcuts that act while a document or a comparison covers the screen: not those of the list and the task behind it. */
const isForDocument = (name: ShortcutName) =>
  shortcuts[name].scope === 'document' || name === 'help' || name === 'palette';

/** The pressed shortcuts that mean what is visible. */
function visibleOnes(names: readonly ShortcutName[], search: string): readonly ShortcutName[] {
  const { isFull, isPresenting } = useFullScreen.getState();
  if (isPresenting) return [];
  return isFull || isComparing(search) ? names.filter(isForDocument) : names;
}

/** Runs the shortcuts of pressed keys. */
export function useShortcutKeys(): void {
  const { search } = useLocation();
  const isWide = useIsWide();
  const [hasSingleKeys] = useSingleKeys();
  // On a phone, a document covers the screen that has the shortcuts.
  const isHidden = !isWide && previewIn(search) !== null;
  const latest = useRef({ hasSingleKeys, isHidden, search });
  // Before the next paint: a key pressed as soon as a screen is visible must act on it.
  useLayoutEffect(() => {
    latest.current = { hasSingleKeys, isHidden, search };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Keys that the frame of a document sends are not trusted: a document must not decide on itself.
      if (event.defaultPrevented || !event.isTrusted) return;
      const target = event.target instanceof Element ? event.target : null;
      const { hasSingleKeys: isOn, isHidden: isLayerHidden, search: query } = latest.current;
      const pressed = shortcutsOf(event, { isTyping: isTextEntry(target), hasSingleKeys: isOn });
      const names = visibleOnes(pressed, query);
      if (!names.some((name) => name === 'next' || name === 'previous')) keepFocusOn(null);
      const { open } = useShortcutLayer.getState();
      const isBlocked = isLayerHidden || isCovered();
      // Several shortcuts may have the same key; the one that is available here acts.
      const reachable = names.filter((one) => (open === null ? !isBlocked : one === open));
      if (reachable.some((name) => runShortcut(name, event))) event.preventDefault();
    };
    const onPointer = () => keepFocusOn(null);
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPointer, true);
    useKeyListener.setState({ isListening: true });
    return () => {
      useKeyListener.setState({ isListening: false });
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
}
