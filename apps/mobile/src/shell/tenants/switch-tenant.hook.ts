import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import type { ScreenMenu } from '../lists/menu-button.component.tsx';
import { useShowFailure } from '../notices/failure.hook.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';

/** Switches the current organisation; shows the result or the failure. */
export function useSwitchTenant(): (tid: string) => Promise<void> {
  const { mine } = useTexts();
  const showFailure = useShowFailure();
  const { tenants, tenant } = useSignedIn();
  const { chooseTenant } = useSessionActions();
  return useCallback(
    async (tid) => {
      if (tid === tenant?.tid) return;
      try {
        await chooseTenant(tid);
        const name = tenants.find(({ id }) => id === tid)?.name ?? '';
        showSnackbar({ color: 'success', text: mine.switchedTo(name) });
      } catch (error) {
        showFailure(error);
      }
    },
    [mine, showFailure, tenants, tenant, chooseTenant],
  );
}

/** The organisations as a title's dropdown list; undefined if there is no choice. */
export function useTenantMenu(): ScreenMenu | undefined {
  const { tenants, tenant } = useSignedIn();
  const switchTenant = useSwitchTenant();
  if (tenants.length < 2) return undefined;
  return {
    items: tenants.map(({ id, name }) => ({ id, label: name, selected: id === tenant?.tid })),
    onSelect: (tid) => void switchTenant(tid),
  };
}
