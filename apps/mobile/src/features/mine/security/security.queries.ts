import type { Body } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';

const factorKey = ['account', 'second-factor'] as const;

/** The authenticator app of the account and its unused recovery codes. */
export function useSecondFactor() {
  const api = useApi();
  return useQuery({
    queryKey: factorKey,
    queryFn: async ({ signal }) => (await api.call('GET /api/v1/account/second-factor', { signal })).data,
  });
}

/** Begins to enrol an authenticator app. @returns its secret. */
export function useEnrolTotp() {
  const api = useApi();
  return useMutation({
    mutationFn: async (password: string) =>
      (await api.call('POST /api/v1/account/totp/actions/enrol', { body: { password } })).data,
  });
}

/** Confirms the authenticator app by its first code. @returns the recovery codes. */
export function useConfirmTotp() {
  const api = useApi();
  return useFactorChange(async (totp: string) => {
    const call = 'POST /api/v1/account/totp/actions/confirm';
    return (await api.call(call, { body: { totp } })).data.recoveryCodes;
  });
}

/** Replaces the recovery codes. @returns the new ones. */
export function useReplaceRecoveryCodes() {
  const api = useApi();
  return useFactorChange(async (totp: string) => {
    const call = 'POST /api/v1/account/recovery-codes/actions/replace';
    return (await api.call(call, { body: { totp } })).data.recoveryCodes;
  });
}

/** Removes the authenticator app. */
export function useRemoveTotp() {
  const api = useApi();
  return useFactorChange((body: Body<'POST /api/v1/account/totp/actions/remove'>) =>
    api.call('POST /api/v1/account/totp/actions/remove', { body }),
  );
}

function useFactorChange<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: factorKey }),
  });
}

/** Saves recovery codes as a text file. @returns whether the person saved it. */
export function useExportCodes() {
  const platform = usePlatform();
  return async (codes: readonly string[], name: string): Promise<boolean> => {
    const bytes = new TextEncoder().encode(`${codes.join('\r\n')}\r\n`);
    return (await (await platform.files()).exportBytes(bytes, name)) === 'saved';
  };
}
