import type { Body } from '@sealflow/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';

const contactsKey = ['account', 'contacts'] as const;

/** Which contacts of the signed-in account are verified; undefined until the service has answered. */
export function useVerifiedContacts() {
  const api = useApi();
  return useQuery({
    queryKey: contactsKey,
    queryFn: async ({ signal }) => (await api.call('GET /api/v1/account/contacts', { signal })).data,
  });
}

/** Verifies a contact of the account by the code that was sent to it. */
export function useVerifyContact() {
  const api = useApi();
  const client = useQueryClient();
  return async (body: Body<'POST /api/v1/auth/verify-contact'>, signal: AbortSignal): Promise<void> => {
    await api.call('POST /api/v1/auth/verify-contact', { body, signal });
    await client.invalidateQueries({ queryKey: contactsKey });
  };
}
