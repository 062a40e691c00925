import type { MessageLink } from '@sealflow/contract';
import { usesDialect16 } from '@sealflow/domain/versions';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { useNavigate } from '../../shell/router/index.ts';

/** The address that a message's link leads to, in the tenant's service version. */
export function linkTarget(link: MessageLink, serviceVersion: string): string {
  const query = new URLSearchParams({ flowID: link.flowID });
  if (link.taskID !== null) query.set('taskID', link.taskID);
  return `${usesDialect16(serviceVersion) ? paths.flowinfo16 : paths.flowinfo}?${query}`;
}

/** Opens the flow or task of a message. A confirmation precedes a change to another organisation. */
export function useOpenLink(): (link: MessageLink) => Promise<void> {
  const { messages } = useTexts();
  const showFailure = useShowFailure();
  const navigate = useNavigate();
  const { tenant, tenants } = useSignedIn();
  const { chooseTenant } = useSessionActions();
  return useCallback(
    async (link) => {
      const membership = tenants.find(({ id }) => id === link.tid);
      if (membership === undefined) {
        showSnackbar({ color: 'info', text: messages.unknownTenant });
        return;
      }
      if (link.tid !== tenant?.tid) {
        const yes = await confirm({
          title: messages.otherTenantTitle,
          text: messages.otherTenantText(membership.name),
          confirmLabel: messages.switchAndOpen,
        });
        if (!yes) return;
        try {
          await chooseTenant(link.tid);
        } catch (error) {
          showFailure(error);
          return;
        }
      }
      navigate(linkTarget(link, membership.serviceVersion));
    },
    [messages, showFailure, navigate, tenant, tenants, chooseTenant],
  );
}
