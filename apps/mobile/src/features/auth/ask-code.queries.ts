import type { Body } from '@sealflow/contract';
import { limits } from '@sealflow/domain/limits';
import { useState } from 'react';
import { ApiError, useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { type Address, addressText, type SecondTarget } from './checks.rules.ts';
import { keepCodeWait } from './code-wait.store.ts';

export type CodePurpose = Extract<Body<'POST /api/v1/auth/vcode'>, { purpose: string }>['purpose'];
export type CodeTarget = Address | SecondTarget;
export type SentCode = { readonly to: CodeTarget; readonly minutes: number };

/** How long a refusal asks to wait, in ms; null for one that is about something else. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'vcode.wait' && error.code !== 'vemail.wait') return null;
  const seconds = Number(error.params['seconds']);
  return seconds > 0 ? seconds * 1000 : limits.codeResendWait;
}

/** Asks for codes. What was sent, and how long the next must wait, outlives the screen. */
export function useAskCode(purpose: CodePurpose) {
  const api = useApi();
  const { preferences, clock } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<SentCode | null>(null);

  const request = (to: CodeTarget) => {
    if ('challenge' in to) {
      const name = to.channel === 'sms' ? 'POST /api/v1/auth/vcode' : 'POST /api/v1/auth/vemail';
      return api.call(name, { body: { challenge: to.challenge } });
    }
    return 'email' in to
      ? api.call('POST /api/v1/auth/vemail', { body: { email: to.email, purpose } })
      : api.call('POST /api/v1/auth/vcode', { body: { mobileNo: to.mobileNo, purpose } });
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
