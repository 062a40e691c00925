import { Suspense, useEffect } from 'react';
import { openShortcutLayer, useShortcut, useShortcutLayer } from '../../shell/shortcuts/shortcuts.store.ts';
import { lazyBackgroundPart, loadWhenIdle } from '../lazy-screen.util.ts';
import { SilentErrorBoundary } from '../silent-error-boundary.component.tsx';
import { useListShortcuts } from './list-shortcuts.hook.ts';
import { useShortcutKeys } from './shortcut-keys.hook.ts';

const loadHelp = () => import('../../shell/shortcuts/help-dialog.component.tsx');
const loadPalette = () => import('../palette/command-palette.component.tsx');
const HelpDialog = lazyBackgroundPart(loadHelp);
const CommandPalette = lazyBackgroundPart(loadPalette);

const close = () => openShortcutLayer(null);

/** Handles the keyboard of the signed-in app, and shows what its shortcuts open. */
export function ShortcutLayer() {
  useShortcutKeys();
  useListShortcuts();
  const { open } = useShortcutLayer();
  useShortcut('help', () => openShortcutLayer(open === 'help' ? null : 'help'));
  useShortcut('palette', () => openShortcutLayer(open === 'palette' ? null : 'palette'));
  // Both are there without a network as well.
  useEffect(() => {
    void loadWhenIdle([loadHelp, loadPalette]);
  }, []);
  useEffect(() => close, []);
  return (
    <SilentErrorBoundary>
      <Suspense fallback={null}>
        {open === 'help' ? <HelpDialog onClose={close} /> : null}
        {open === 'palette' ? <CommandPalette onClose={close} /> : null}
      </Suspense>
    </SilentErrorBoundary>
  );
}
