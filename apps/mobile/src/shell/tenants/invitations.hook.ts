import type { Answer } from '@sealflow/contract';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../platform/api/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';

export type Invitation = Answer<'GET /api/v1/invitations'>['data'][number];
export type Reply = 'accept' | 'decline';

/**
 * The open invitations of the account and the reply to them. They are fetched on mount: no query cache exists outside
 * of the signed-in part. A failed fetch shows nothing and is repeated on the next screen.
 */
export function useInvitations() {
  const api = useApi();
  const { addTenant } = useSessionActions();
  const [invitations, setInvitations] = useState<readonly Invitation[]>([]);
  const [answered, setAnswered] = useState<{ tenantName: string; reply: Reply } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const { data } = await api.call('GET /api/v1/invitations', { signal: controller.signal });
      if (!controller.signal.aborted) setInvitations(data);
    };
    read().catch(() => undefined);
    return () => controller.abort();
  }, [api]);

  const reply = useCallback(
    async ({ invitationID, tenantName }: Invitation, answer: Reply) => {
      const params = { invitationID };
      if (answer === 'accept') {
        const name = 'POST /api/v1/invitations/{invitationID}/actions/accept';
        const { data } = await api.call(name, { params });
        await addTenant(data);
      } else {
        const name = 'POST /api/v1/invitations/{invitationID}/actions/decline';
        await api.call(name, { params });
      }
      setInvitations((before) => before.filter((one) => one.invitationID !== invitationID));
      setAnswered({ tenantName, reply: answer });
    },
    [api, addTenant],
  );
  return { invitations, answered, reply };
}
