import type { MouseEvent } from 'react';
import { create } from 'zustand';
import type { ScreenMenu } from './menu-button.component.tsx';

type ContextMenuRequest = ScreenMenu & {
  /** Viewport coordinates in CSS pixels. */
  readonly at: { readonly x: number; readonly y: number };
  /** The row that the menu belongs to. */
  readonly owner: HTMLElement;
};

export const useContextMenu = create<{ readonly request: ContextMenuRequest | null }>(() => ({
  request: null,
}));

export const closeContextMenu = (): void => useContextMenu.setState({ request: null });

const rightButton = 2;

/**
 * Opens the menu of a row on its `contextmenu` event: at the pointer after a right click, at the row after the menu
 * key or Shift+F10, whose coordinates differ between engines.
 */
export function openContextMenu(event: MouseEvent<HTMLElement>, menu: ScreenMenu): void {
  event.preventDefault();
  const owner = event.currentTarget;
  const { left, top, height } = owner.getBoundingClientRect();
  const isPointer = event.button === rightButton;
  const at = isPointer
    ? { x: event.clientX, y: event.clientY }
    : { x: left + height / 2, y: top + height / 2 };
  useContextMenu.setState({ request: { ...menu, at, owner } });
}
