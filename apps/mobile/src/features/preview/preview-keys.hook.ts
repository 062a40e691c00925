import { type RefObject, useEffect, useRef } from 'react';
import type { Search } from './search.hook.ts';
import type { OpenViewer } from './viewer.types.ts';

type Layer = {
  readonly element: RefObject<HTMLElement | null>;
  readonly viewer: OpenViewer | null;
  readonly search: Search;
  /** Another document lies over this one, and has the keyboard. */
  readonly covered: boolean;
  readonly onEscape: (() => void) | null;
};

const zoomKeys: Readonly<Record<string, 'in' | 'out' | 'fit'>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
};

const isTyping = (target: EventTarget | null) => target instanceof HTMLInputElement;

/** What a key means for the layer; null for what is none of its business. */
function actionOf(event: KeyboardEvent, { viewer, search, onEscape }: Layer): (() => void) | null {
  const { key, target } = event;
  const withCommand = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return search.isOpen ? search.close : onEscape;
  if (withCommand && key.toLowerCase() === 'f') return search.open;
  if (key === 'F3' || (withCommand && key.toLowerCase() === 'g')) {
    if (!search.isOpen) return search.open;
    return () => search.step(event.shiftKey ? 'previous' : 'next');
  }
  if (event.altKey || isTyping(target)) return null;
  const step = zoomKeys[key];
  const zoom = viewer?.zoom;
  return step && zoom ? () => zoom(step) : null;
}

/** The keys of a document, wherever in its layer the focus stands. */
export function usePreviewKeys(layer: Layer): void {
  const latest = useRef(layer);
  useEffect(() => {
    latest.current = layer;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { element, covered } = latest.current;
      const { target } = event;
      // A dialog or a menu over the document has its keys to itself.
      const elsewhere = target instanceof Element && target.closest('dialog, [role="menu"]') !== null;
      if (covered || elsewhere || event.isComposing || element.current === null) return;
      const action = actionOf(event, latest.current);
      if (action === null) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    // Before anything else hears it: the outermost dialog would close on the escape that closes the search.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
