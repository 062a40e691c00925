import type { MenuAnchor } from '@sealflow/ui/overlays/menu.component.tsx';
import type { MouseEvent } from 'react';
import { create } from 'zustand';
import type { ScreenMenu } from './menu-button.component.tsx';

type RowMenu = ScreenMenu & {
  /** Identifies a row that shows whether its menu is open. */
  readonly rowID?: string;
};

type ContextMenuRequest = RowMenu & {
  /** The point of a click with the right button, or the element that the menu belongs to. */
  readonly anchor: MenuAnchor;
  readonly align: 'start' | 'end';
  /** Whether a key opened the menu: its first item then gets the focus. */
  readonly isOpenedByKey: boolean;
  /** What gets the focus when the menu closes. */
  readonly owner: HTMLElement;
};

export const useContextMenu = create<{ readonly request: ContextMenuRequest | null }>(() => ({
  request: null,
}));

export const closeContextMenu = (): void => useContextMenu.setState({ request: null });

/** Whether the menu of the row is open. */
export const useIsMenuOpen = (rowID: string): boolean =>
  useContextMenu(({ request }) => request?.rowID === rowID);

const rightButton = 2;

/**
 * Opens the menu of a row on its `contextmenu` event: at the pointer after a right click, at the row after the menu
 * key or Shift+F10, whose coordinates differ between engines.
 */
export function openContextMenu(
  event: MouseEvent<HTMLElement>,
  menu: RowMenu,
  owner: HTMLElement = event.currentTarget,
): void {
  event.preventDefault();
  if (event.button !== rightButton) return openMenuAt(owner, menu, true);
  const point = new DOMRect(event.clientX, event.clientY, 0, 0);
  const anchor = { getBoundingClientRect: () => point };
  useContextMenu.setState({ request: { ...menu, anchor, align: 'start', isOpenedByKey: false, owner } });
}

/** Opens the menu of a row at an element. */
export function openMenuAt(owner: HTMLElement, menu: RowMenu, isOpenedByKey: boolean): void {
  useContextMenu.setState({ request: { ...menu, anchor: owner, align: 'end', isOpenedByKey, owner } });
}
