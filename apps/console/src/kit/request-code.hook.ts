import { useEffect, useState } from 'react';
import { useApi } from '../platform/api.hook.ts';

export type CodeTarget =
  | {
      readonly channel: 'phone' | 'email';
      readonly contact: string;
      /** `update`: for the account of the session. */
      readonly purpose?: 'login' | 'update';
    }
  | { readonly channel: 'phone' | 'email'; readonly challenge: string };

/** Requests codes: the ticket of the last one, and the seconds until another can be requested. */
export function useRequestCode() {
  const api = useApi();
  const [ticket, setTicket] = useState<string | undefined>(undefined);
  const [waitSeconds, setWaitSeconds] = useState(0);
  useEffect(() => {
    if (waitSeconds === 0) return undefined;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);

  /** @throws ApiError. */
  async function request(target: CodeTarget): Promise<void> {
    const isPhone = target.channel === 'phone';
    const challenge = 'challenge' in target ? { challenge: target.challenge } : null;
    const contact = 'contact' in target ? target.contact.trim() : '';
    const purpose = ('contact' in target && target.purpose) || 'login';
    const session = purpose === 'update' ? {} : { token: null };
    const answer = isPhone
      ? await api.call('POST /api/v1/auth/vcode', {
          body: challenge ?? { mobileNo: contact, purpose },
          ...session,
        })
      : await api.call('POST /api/v1/auth/vemail', {
          body: challenge ?? { email: contact, purpose },
          ...session,
        });
    setTicket(answer.ticket);
    setWaitSeconds(answer.wait);
  }
  return { request, ticket, waitSeconds };
}
