import type { Answer } from '@sealflow/contract';
import { useCallback, useEffect, useState } from 'react';
import { useLanguage } from '../../../i18n/index.ts';
import { failureOf, useApi } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSessionActions } from '../../../platform/session/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { useOnline } from '../../../shell/online.hook.ts';
import { saveSignInDraft } from '../sign-in-draft.hook.ts';

const listCall = 'GET /api/v1/account/agreements';

/** An agreement in force that asks the account to agree again. */
export type RenewedAgreement = Answer<typeof listCall>['data'][number];

/**
 * Asks the service after each start, sign-in and return of the network which agreements the account has to agree to again.
 * Without a network, or if the service cannot answer, there is no question, so that stored documents can be read.
 */
export function useRenewedConsent() {
  const api = useApi();
  const language = useLanguage();
  const online = useOnline();
  const showFailure = useShowFailure();
  const { preferences } = usePlatform();
  const { signInAgain } = useSessionActions();
  const [pending, setPending] = useState<readonly RenewedAgreement[]>([]);
  const [isBusy, setBusy] = useState(false);
  const load = useCallback(
    (signal?: AbortSignal) =>
      // An earlier service does not know the call.
      api.call(listCall, { query: { language }, ...(signal === undefined ? {} : { signal }) }).then(
        ({ data }) => setPending(data),
        () => undefined,
      ),
    [api, language],
  );
  useEffect(() => {
    if (!online) return undefined;
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load, online]);

  const agree = async ({ agreement, version }: RenewedAgreement) => {
    setBusy(true);
    try {
      await api.call('POST /api/v1/account/agreements/{agreement}/actions/agree', {
        params: { agreement },
        body: { version },
      });
      setPending((before) => before.filter((one) => one.agreement !== agreement));
    } catch (error) {
      showFailure(error);
      // The next start asks again. A failing service must not lock anybody out.
      setPending([]);
      if (failureOf(error).code === 'login.agreement_changed') await load();
    } finally {
      setBusy(false);
    }
  };
  const decline = async () => {
    setBusy(true);
    // The sign-in must not suggest that the person agreed.
    await saveSignInDraft(preferences, { name: '', agreed: false });
    await signInAgain();
  };
  return { asked: online ? pending[0] : undefined, isBusy, agree, decline };
}
