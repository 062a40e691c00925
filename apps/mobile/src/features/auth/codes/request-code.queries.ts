import { limits } from '@sealflow/domain/limits';
import { useState } from 'react';
import { ApiError, useApi } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSessionActions } from '../../../platform/session/index.ts';
import { type CodeTarget, contactText } from '../field-checks.rules.ts';
import { type CodePurpose, storeCodeTicket } from './code-ticket.store.ts';
import { storeCodeWait } from './code-wait.store.ts';

export type SentCode = { readonly to: CodeTarget; readonly minutes: number };

/** The time to wait that an error demands, in ms; null if the error is about something else. */
function waitMsOf(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'vcode.wait' && error.code !== 'vemail.wait') return null;
  const seconds = Number(error.params['seconds']);
  return seconds > 0 ? seconds * 1000 : limits.codeResendWaitMs;
}

/** Requests verification codes. The sent code and the wait for the next one outlive the screen. */
export function useRequestCode(purpose: CodePurpose) {
  const api = useApi();
  const { callWithProof } = useSessionActions();
  const { preferences, clock } = usePlatform();
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<SentCode | null>(null);

  const callService = (to: CodeTarget) => {
    if ('challenge' in to) {
      const name = to.channel === 'sms' ? 'POST /api/v1/auth/vcode' : 'POST /api/v1/auth/vemail';
      return api.call(name, { body: { challenge: to.challenge } });
    }
    const name = 'email' in to ? 'POST /api/v1/auth/vemail' : 'POST /api/v1/auth/vcode';
    return callWithProof(name, (headers) =>
      'email' in to
        ? api.call('POST /api/v1/auth/vemail', { body: { email: to.email, purpose }, headers })
        : api.call('POST /api/v1/auth/vcode', { body: { mobileNo: to.mobileNo, purpose }, headers }),
    );
  };
  const storeWait = async (to: CodeTarget, ms: number) => {
    const now = clock.now();
    await storeCodeWait(preferences, { to: contactText(to), until: now + ms, now });
  };
  /** @throws ApiError */
  const requestCode = async (to: CodeTarget): Promise<void> => {
    setIsBusy(true);
    try {
      const response = await callService(to);
      await storeWait(to, response.wait * 1000);
      const now = clock.now();
      const until = now + response.validFor * 1000;
      // Services of the former release return no ticket.
      const { ticket } = response as Partial<typeof response>;
      if (ticket !== undefined) await storeCodeTicket(preferences, { purpose, to, ticket, until, now });
      setSent({ to, minutes: Math.round(response.validFor / 60) });
    } catch (error) {
      const ms = waitMsOf(error);
      if (ms !== null) await storeWait(to, ms);
      throw error;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, sent, requestCode };
}
