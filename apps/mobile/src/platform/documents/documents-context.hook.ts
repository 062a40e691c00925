import { useMemo } from 'react';
import { useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import { useSessionActions, useSignedIn } from '../session/index.ts';
import type { DocumentsContext } from './document.types.ts';

const callForOrigin = 'GET /.well-known/jwks.json';

/** The context for opening documents; below the signed-in part of the router. */
export function useDocumentsContext(): DocumentsContext {
  const platform = usePlatform();
  const api = useApi();
  const { token } = useSessionActions();
  const { account, tenants } = useSignedIn();
  return useMemo(
    () => ({
      platform,
      api,
      host: new URL(api.url(callForOrigin), location.href).origin,
      accountID: account.aid,
      tenants: tenants.map(({ id, name, mobileAppLicense }) => ({
        id,
        name,
        key: mobileAppLicense.entKey.key,
      })),
      token,
    }),
    [platform, api, account, tenants, token],
  );
}
