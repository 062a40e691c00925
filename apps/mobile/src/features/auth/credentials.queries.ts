import type { Body } from '@sealflow/contract';
import { familiarPhone } from '@sealflow/domain/identifiers';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';

/**
 * Sets a password. A failure is the caller's, without a tip (section 7); that one was set is kept as `haveResetPwd`.
 */
export function useSetPassword() {
  const api = useApi();
  const { preferences } = usePlatform();
  return async (body: Body<'POST /api/v1/auth/update-password'>, signal: AbortSignal): Promise<void> => {
    await api.call('POST /api/v1/auth/update-password', { body, signal });
    await preferences.set('haveResetPwd', 'true');
  };
}

/** Gives the account another number, by this device; the session shows it from then on. */
export function useChangePhone() {
  const api = useApi();
  const { byDevice, keepMobileNo } = useSessionActions();
  return async (body: Body<'PUT /api/v1/auth/update-phone'>, signal: AbortSignal): Promise<void> => {
    const name = 'PUT /api/v1/auth/update-phone';
    await byDevice(name, (headers) => api.call(name, { body, headers, signal }));
    await keepMobileNo(familiarPhone(body.mobileNo));
  };
}
