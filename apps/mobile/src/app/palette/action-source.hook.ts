import { useMemo, useState } from 'react';
import { useCanSeal } from '../../features/documents/seal/can-seal.hook.ts';
import { useVisibleButtons } from '../../features/work/list/work-buttons.hook.ts';
import { useTexts } from '../../i18n/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import type { PaletteItem, PaletteSource } from '../../shell/palette/palette.types.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { useSingleKeys } from '../../shell/shortcuts/device-switch.store.ts';
import { isSingleKey, printedKeys } from '../../shell/shortcuts/shortcut-keys.rules.ts';
import { isAppleDevice } from '../../shell/shortcuts/shortcut-props.hook.ts';
import { runShortcut, useShortcutHandlers } from '../../shell/shortcuts/shortcuts.store.ts';

const shortcutActions = ['approve', 'reject', 'remark', 'document', 'undo', 'search', 'help'] as const;

/** What the person can do here: the shortcuts that act on the shown screen, and the start of new work. */
export function useActionSource(): PaletteSource {
  const { palette, shell } = useTexts();
  const navigate = useNavigate();
  const [hasSingleKeys] = useSingleKeys();
  const canSeal = useCanSeal();
  const hasTenant = useTenant() !== null;
  const { apply } = useVisibleButtons();
  // The palette itself covers the screen: what acts there was known before it opened.
  const [handlers] = useState(() => useShortcutHandlers.getState());
  return useMemo(() => {
    const ofScreen = shortcutActions
      .filter((name) => (handlers[name]?.length ?? 0) > 0)
      .map((name): PaletteItem => {
        const hasKeys = !isSingleKey(name) || hasSingleKeys;
        return {
          id: `action:${name}`,
          kind: 'action',
          title: palette.actions[name],
          keys: hasKeys ? printedKeys(name, isAppleDevice()) : undefined,
          run: () => void runShortcut(name, { key: '', repeat: false }),
        };
      });
    const open = (id: string, title: string, address: string): PaletteItem => ({
      id: `action:${id}`,
      kind: 'action',
      title,
      run: () => navigate(address),
    });
    const items = [
      ...ofScreen,
      ...(hasTenant && apply ? [open('apply', shell.views.apply, viewAddress(paths.work, 'apply'))] : []),
      ...(canSeal ? [open('seal', shell.views.seal, viewAddress(paths.document, 'seal'))] : []),
    ];
    return { name: 'actions', find: async () => items };
  }, [palette, shell, navigate, hasSingleKeys, handlers, hasTenant, apply, canSeal]);
}
