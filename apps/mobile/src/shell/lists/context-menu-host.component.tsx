import { ContextMenu } from '@sealflow/ui/overlays/menu.component.tsx';
import { useEffect, useMemo } from 'react';
import { closeContextMenu, useContextMenu } from './context-menu.store.ts';

/** Renders the context menu of the row that was clicked with the right button. */
export function ContextMenuHost() {
  const { request } = useContextMenu();
  const owner = useMemo(() => ({ current: request?.owner ?? null }), [request]);
  // A menu ends with the session of its rows.
  useEffect(() => closeContextMenu, []);
  if (request === null) return null;
  const { at, items, onSelect } = request;
  return <ContextMenu at={at} items={items} owner={owner} onClose={closeContextMenu} onSelect={onSelect} />;
}
