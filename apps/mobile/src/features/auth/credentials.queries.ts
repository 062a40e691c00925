import type { Body } from '@sealflow/contract';
import { displayPhone } from '@sealflow/domain/identifiers';
import { type PasswordRules, passwordRuleSets } from '@sealflow/domain/passwords';
import { useEffect, useState } from 'react';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';

/**
 * The deployment's rules for new passwords; those of section 5 until they are loaded, and if they cannot be
 * loaded.
 */
export function usePasswordRules(): PasswordRules {
  const api = useApi();
  const [rules, setRules] = useState<PasswordRules>(passwordRuleSets.specification);
  // Not a query: the user is often signed out here, where the query cache does not persist.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    api.call('GET /api/v1/auth/password-rules', { signal, token: null }).then(
      ({ data }) => (signal.aborted ? undefined : setRules(data)),
      () => undefined,
    );
    return () => controller.abort();
  }, [api]);
  return rules;
}

/** Sets a password. Errors go to the caller, without a tip (section 7); success is stored as `haveResetPwd`. */
export function useSetPassword() {
  const api = useApi();
  const { preferences } = usePlatform();
  return async (body: Body<'POST /api/v1/auth/update-password'>, signal: AbortSignal): Promise<void> => {
    await api.call('POST /api/v1/auth/update-password', { body, signal });
    await preferences.set('haveResetPwd', 'true');
  };
}

/** Changes the account's phone number, authenticated by this device, and updates the session. */
export function useChangePhone() {
  const api = useApi();
  const { callWithTokenAndProof, storeMobileNo } = useSessionActions();
  return async (body: Body<'PUT /api/v1/auth/update-phone'>, signal: AbortSignal): Promise<void> => {
    const name = 'PUT /api/v1/auth/update-phone';
    await callWithTokenAndProof(name, (headers) => api.call(name, { body, headers, signal }));
    await storeMobileNo(displayPhone(body.mobileNo));
  };
}
