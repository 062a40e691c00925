import type { Body } from '@sealflow/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';

export type OwnFactors = Body<'POST /api/v1/account/totp/actions/remove'>;

const devicesKey = ['own-devices'];

/** Replaces all recovery codes of the account. @returns a function of a code of the authenticator app. */
export function useReplaceRecoveryCodes(): (totp: string) => Promise<readonly string[]> {
  const api = useApi();
  const refresh = useRefreshSecondFactor();
  return async (totp) => {
    const call = 'POST /api/v1/account/recovery-codes/actions/replace';
    const { data } = await api.call(call, { body: { totp } });
    await refresh();
    return data.recoveryCodes;
  };
}

function useRefreshSecondFactor(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['second-factor'] });
}

/** The calls that enrol and remove the authenticator app of the account. */
export function useTotpActs() {
  const api = useApi();
  const refresh = useRefreshSecondFactor();
  return {
    enrol: async (password: string) =>
      (await api.call('POST /api/v1/account/totp/actions/enrol', { body: { password } })).data,
    /** @returns the recovery codes. */
    confirm: async (totp: string): Promise<readonly string[]> => {
      const { data } = await api.call('POST /api/v1/account/totp/actions/confirm', { body: { totp } });
      await refresh();
      return data.recoveryCodes;
    },
    remove: async (body: OwnFactors) => {
      await api.call('POST /api/v1/account/totp/actions/remove', { body });
      await refresh();
    },
  };
}

/** Replaces the password of the account, which ends all its other sessions. */
export function useChangePassword(): (oldPassword: string, newPassword: string) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (oldPassword, newPassword) => {
    await api.call('POST /api/v1/auth/update-password', { body: { oldPassword, newPassword } });
    await queries.invalidateQueries({ queryKey: devicesKey });
  };
}

/** The devices on which the account has signed in. */
export function useOwnDevices() {
  const api = useApi();
  return useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await api.call('GET /api/v1/devices', { signal })).data,
  });
}

/** Withdraws a device of the account, which ends its sessions. */
export function useWithdrawOwnDevice(): (deviceID: string) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (deviceID) => {
    await api.call('DELETE /api/v1/devices/{deviceID}', { params: { deviceID } });
    await queries.invalidateQueries({ queryKey: devicesKey });
  };
}
