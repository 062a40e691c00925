import type { Answer } from '@sealflow/contract';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../platform/api/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { onScrollPositionsCleared } from '../navigation/scroll-restoration.hook.ts';

export type Invitation = Answer<'GET /api/v1/invitations'>['data'][number];
export type Reply = 'accept' | 'decline';

/** The invitations of the signed-in account that were fetched last; null until then. */
let lastFetched: readonly Invitation[] | null = null;
onScrollPositionsCleared(() => {
  lastFetched = null;
});

/**
 * The open invitations of the account and the reply to them. They are fetched on mount: no query cache exists outside
 * of the signed-in part. A failed fetch shows nothing and is repeated on the next screen.
 *
 * @param isSignedIn - whether the account stays the same until the sign-out. Its invitations are then known at the next mount,
 * so that they do not arrive again on each visit.
 */
export function useInvitations(isSignedIn: boolean) {
  const api = useApi();
  const { addTenant } = useSessionActions();
  const [list, setList] = useState<readonly Invitation[] | null>(isSignedIn ? lastFetched : null);
  const [hasFailed, setHasFailed] = useState(false);
  const [answered, setAnswered] = useState<{ tenantName: string; reply: Reply } | null>(null);

  useEffect(() => {
    if (isSignedIn) lastFetched = list;
  }, [isSignedIn, list]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      const { data } = await api.call('GET /api/v1/invitations', { signal });
      if (!signal.aborted) setList(data);
    };
    read().catch(() => {
      if (!signal.aborted) setHasFailed(true);
    });
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
      setList((before) => (before ?? []).filter((one) => one.invitationID !== invitationID));
      setAnswered({ tenantName, reply: answer });
    },
    [api, addTenant],
  );
  return { invitations: list ?? [], isPending: list === null && !hasFailed, answered, reply };
}
