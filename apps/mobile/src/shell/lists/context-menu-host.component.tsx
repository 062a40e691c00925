import { AnchoredMenu } from '@sealflow/ui/overlays/menu.component.tsx';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { closeContextMenu, useContextMenu } from './context-menu.store.ts';

/** Renders the menu of a row: one for all rows, because a menu in each would be mounted with every row of a fast scroll. */
export function ContextMenuHost() {
  const { request } = useContextMenu();
  const { rows } = useTexts();
  // A menu ends with the session of its rows.
  useEffect(() => closeContextMenu, []);
  if (request === null) return null;
  const { anchor, align, isOpenedByKey, items, onSelect, owner } = request;
  return (
    <AnchoredMenu
      anchor={anchor}
      align={align}
      isOpenedByKey={isOpenedByKey}
      label={rows.menu}
      items={items}
      onSelect={onSelect}
      onClose={closeContextMenu}
      finalFocus={() => (owner.isConnected ? owner : null)}
    />
  );
}
