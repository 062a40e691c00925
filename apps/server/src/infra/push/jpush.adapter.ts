import type { Clock } from '../clock/clock.port.ts';
import type { JpushConfig } from '../config/push.schemas.ts';
import {
  networkFailure,
  type ProviderResponse,
  postToProvider,
  pushResultOf,
} from './provider-http.client.ts';
import type { PushNote, PushResult, PushSender } from './push.port.ts';

interface JpushOptions extends JpushConfig {
  readonly clock: Clock;
}

/** Sends by the REST API of JPush to one registration id. */
export function createJpushSender(options: JpushOptions): PushSender {
  const { appKey, masterSecret, baseUrl, clock } = options;
  const authorization = `Basic ${Buffer.from(`${appKey}:${masterSecret}`).toString('base64')}`;
  return {
    check: (token) => (/^[\w-]{8,100}$/.test(token) ? 'good' : 'malformed'),
    identify: (token) => token,
    async send(token, note) {
      try {
        const response = await postToProvider(`${baseUrl}/v3/push`, {
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(requestBodyOf(token, note, options)),
        });
        return resultOf(response, clock());
      } catch (error) {
        return networkFailure(error);
      }
    },
    close() {},
  };
}

/** JPush stores undelivered pushes for ten days at most. */
const maxTimeToLiveSeconds = 10 * 86_400;

/** The intent that a tap opens; without one many phones open nothing. The activity's class is the same in every flavour. */
function intentOf(data: PushNote['data'], androidPackage: string): string {
  const texts = Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `S.sealflow.${key}=${encodeURIComponent(String(value))};`);
  const component = `${androidPackage}/cn.sealflow.app.MainActivity`;
  return `intent:#Intent;action=android.intent.action.MAIN;component=${component};${texts.join('')}end`;
}

function requestBodyOf(
  token: string,
  { data, title, badge, expireAt }: PushNote,
  { clock, androidPackage, apnsProduction }: JpushOptions,
): object {
  const extras = data;
  return {
    platform: 'all',
    audience: { registration_id: [token] },
    notification: {
      android: {
        alert: title,
        extras,
        badge_set_num: Math.min(badge, 99),
        intent: { url: intentOf(data, androidPackage) },
      },
      ios: { alert: title, extras, badge, sound: 'default' },
      hmos: { alert: title, category: 'IM', extras },
    },
    options: {
      time_to_live: Math.min(Math.max(0, Math.floor((expireAt - clock()) / 1000)), maxTimeToLiveSeconds),
      apns_production: apnsProduction,
    },
  };
}

/** 1011: the registration id is unknown or invalid. */
const goneCodes = new Set([1011]);

function resultOf({ status, retryAfter, body }: ProviderResponse, now: number): PushResult {
  const error = body['error'] as { code?: number; message?: string } | undefined;
  if (status >= 400 && status < 500 && error?.code !== undefined) {
    if (goneCodes.has(error.code)) return { outcome: 'gone' };
    if (error.code === 1003 && error.message?.includes('registration_id')) return { outcome: 'gone' };
    // 2002 is the rate limit of JPush, which it reports with varying HTTP status.
    const result = pushResultOf(error.code === 2002 ? 429 : status, retryAfter, now);
    return 'reason' in result ? { ...result, reason: `code ${error.code}` } : result;
  }
  return pushResultOf(status, retryAfter, now);
}
