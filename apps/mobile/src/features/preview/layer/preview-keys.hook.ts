import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { leaveFullScreen, useFullScreen } from '../../../shell/navigation/full-screen.store.ts';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import type { SearchState } from '../navigation/search.hook.ts';

type Layer = {
  readonly element: RefObject<HTMLElement | null>;
  readonly viewer: OpenViewer | null;
  readonly search: SearchState;
  /** Prints the document, or says why not; null while none is open. */
  readonly onPrint: (() => void) | null;
  /** Another document covers this one and receives the keys. */
  readonly isCovered: boolean;
  readonly onEscape: (() => void) | null;
};

const zoomKeys: Readonly<Record<string, 'in' | 'out' | 'fit'>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
};

const isTyping = (target: EventTarget | null) => target instanceof HTMLInputElement;

/** The action of a key in this layer; null where the key is not for it. */
function actionOf(event: KeyboardEvent, { viewer, search, onPrint, onEscape }: Layer): (() => void) | null {
  const { key, target } = event;
  const withCommand = event.ctrlKey || event.metaKey;
  if (key === 'Escape') {
    if (search.isOpen) return search.close;
    return useFullScreen.getState().isFull ? leaveFullScreen : onEscape;
  }
  if (withCommand && key.toLowerCase() === 'f') return search.open;
  if (withCommand && key.toLowerCase() === 'p') return onPrint;
  if (key === 'F3' || (withCommand && key.toLowerCase() === 'g')) {
    if (!search.isOpen) return search.open;
    return () => search.step(event.shiftKey ? 'previous' : 'next');
  }
  if (event.altKey || isTyping(target)) return null;
  const step = zoomKeys[key];
  const zoom = viewer?.zoom;
  return step && zoom ? () => zoom(step) : null;
}

/** Whether the focus is in a list or a form beside the preview. On a narrow screen the preview covers both. */
function isBesidePreview(layer: HTMLElement, target: EventTarget | null): boolean {
  const popup = layer.closest('[role="dialog"]');
  return popup !== null && target instanceof Node && target !== document.body && !popup.contains(target);
}

/** Handles the keyboard shortcuts of a document wherever the focus is inside its layer. */
export function usePreviewKeys(layer: Layer): void {
  const isWide = useIsWide();
  const latest = useRef({ ...layer, isWide });
  // A key pressed right after a change must act on what the screen shows.
  useLayoutEffect(() => {
    latest.current = { ...layer, isWide };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { element, isCovered } = latest.current;
      const { target } = event;
      // A dialog or a menu over the document handles its own keys.
      const isInOverlay = target instanceof Element && target.closest('dialog, [role="menu"]') !== null;
      if (isCovered || isInOverlay || event.isComposing || element.current === null) return;
      if (latest.current.isWide && isBesidePreview(element.current, target)) return;
      const action = actionOf(event, latest.current);
      if (action === null) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    // The capture phase comes first: otherwise the Escape key that closes the search would also close the
    // outermost dialog.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
