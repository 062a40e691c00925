import { type Sms, SmsError, type SmsSender } from './sms.port.ts';

export interface SmsSettings {
  url: string;
  /** Sent as the bearer token. */
  token: string | undefined;
  timeoutMs?: number;
}

/** Sends by a gateway that accepts `POST { to, text, code, purpose }` as JSON and answers 2xx once it has the message. */
export function createHttpSmsSender({ url, token, timeoutMs = 5000 }: SmsSettings): SmsSender {
  const closing = new AbortController();
  const post = (sms: Sms) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(sms),
      // The message contains a code, which must not follow a redirect to another host.
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
  return {
    isConfigured: true,
    async send(sms) {
      const response = await post(sms).catch(() => undefined);
      if (!response) throw new SmsError('sms.unreachable', 'the SMS gateway did not respond', false);
      await response.body?.cancel();
      if (response.ok) return;
      const isTransient = response.status >= 500 || response.status === 429 || response.status === 408;
      throw new SmsError(
        'sms.refused',
        `the SMS gateway responded with status ${response.status}`,
        !isTransient,
      );
    },
    async close() {
      closing.abort();
    },
  };
}

/** The sender of a service without a gateway: every send fails. */
export const disabledSmsSender: SmsSender = {
  isConfigured: false,
  async send() {
    throw new SmsError('sms.not_configured', 'SMS_URL is not set', true);
  },
  async close() {},
};
