import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import type { ShortcutName } from './shortcuts.table.ts';

/** @returns false if the key means something else at this moment. */
export type ShortcutHandler = (press: Pick<KeyboardEvent, 'key' | 'repeat'>) => boolean | void;

type Handlers = Partial<Readonly<Record<ShortcutName, readonly ShortcutHandler[]>>>;

/** The handlers of the mounted components; the last one of a shortcut acts. */
export const useShortcutHandlers = create<Handlers>(() => ({}));

const handlersOf = (name: ShortcutName) => useShortcutHandlers.getState()[name] ?? [];

/** Handles a shortcut while the component is mounted. With null, the shortcut is not available. */
export function useShortcut(name: ShortcutName, handler: ShortcutHandler | null): void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  const isAvailable = handler !== null;
  // Before the next paint: a key pressed as soon as a screen is visible must act on it, not on the screen before.
  useLayoutEffect(() => {
    if (!isAvailable) return undefined;
    const current: ShortcutHandler = (press) => latest.current?.(press);
    useShortcutHandlers.setState({ [name]: [...handlersOf(name), current] });
    return () => useShortcutHandlers.setState({ [name]: handlersOf(name).filter((one) => one !== current) });
  }, [name, isAvailable]);
}

/** Runs the handler of a shortcut. @returns whether one acted. */
export function runShortcut(name: ShortcutName, press: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean {
  const handler = handlersOf(name).at(-1);
  return handler !== undefined && handler(press) !== false;
}

/** Whether the app listens for keys. It begins after the first screen is drawn, because that screen does not need it. */
export const useKeyListener = create<{ readonly isListening: boolean }>(() => ({ isListening: false }));

/** A layer that a shortcut opens; one at a time. */
export const useShortcutLayer = create<{ readonly open: 'help' | 'palette' | null }>(() => ({ open: null }));

export const openShortcutLayer = (open: 'help' | 'palette' | null): void =>
  useShortcutLayer.setState({ open });
