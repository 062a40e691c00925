import { limits } from '@sealflow/domain/limits';
import { useState } from 'react';
import { ApiError, useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { addressText, type CodeTarget } from './checks.rules.ts';
import { type CodePurpose, storeCodeTicket } from './code-ticket.store.ts';
import { keepCodeWait } from './code-wait.store.ts';

export type SentCode = { readonly to: CodeTarget; readonly minutes: number };

/** The time to wait that an error demands, in ms; null if the error is about something else. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'vcode.wait' && error.code !== 'vemail.wait') return null;
  const seconds = Number(error.params['seconds']);
  return seconds > 0 ? seconds * 1000 : limits.codeResendWait;
}

/** Requests verification codes. The sent code and the wait for the next one outlive the screen. */
export function useAskCode(purpose: CodePurpose) {
  const api = useApi();
  const { asDevice } = useSessionActions();
  const { preferences, clock } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<SentCode | null>(null);

  const request = (to: CodeTarget) => {
    if ('challenge' in to) {
      const name = to.channel === 'sms' ? 'POST /api/v1/auth/vcode' : 'POST /api/v1/auth/vemail';
      return api.call(name, { body: { challenge: to.challenge } });
    }
    const name = 'email' in to ? 'POST /api/v1/auth/vemail' : 'POST /api/v1/auth/vcode';
    return asDevice(name, (headers) =>
      'email' in to
        ? api.call('POST /api/v1/auth/vemail', { body: { email: to.email, purpose }, headers })
        : api.call('POST /api/v1/auth/vcode', { body: { mobileNo: to.mobileNo, purpose }, headers }),
    );
  };
  const wait = async (to: CodeTarget, ms: number) => {
    const now = clock.now();
    await keepCodeWait(preferences, { to: addressText(to), until: now + ms, now });
  };
  /** @throws ApiError */
  const ask = async (to: CodeTarget): Promise<void> => {
    setBusy(true);
    try {
      const answer = await request(to);
      await wait(to, answer.wait * 1000);
      const now = clock.now();
      const until = now + answer.validFor * 1000;
      // Services of the former release return no ticket.
      const { ticket } = answer as Partial<typeof answer>;
      if (ticket !== undefined) await storeCodeTicket(preferences, { purpose, to, ticket, until, now });
      setSent({ to, minutes: Math.round(answer.validFor / 60) });
    } catch (error) {
      const ms = waitOf(error);
      if (ms !== null) await wait(to, ms);
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return { busy, sent, ask };
}
