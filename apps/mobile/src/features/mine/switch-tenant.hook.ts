import { useCallback } from 'react';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';

/** Changes the organisation one works in; says so, or why not. */
export function useSwitchTenant(): (tid: string) => Promise<void> {
  const { mine } = useTexts();
  const errorOf = useErrorText();
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
        showSnackbar({ color: 'error', text: errorOf(error) });
      }
    },
    [mine, errorOf, tenants, tenant, chooseTenant],
  );
}
