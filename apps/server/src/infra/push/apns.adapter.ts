import { createPrivateKey, randomUUID } from 'node:crypto';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { SignJWT } from 'jose';
import type { Clock } from '../clock/clock.port.ts';
import type { PushNote, PushResult, PushSender } from './push.port.ts';
import { lineFailed, objectOf, type ProviderAnswer, patience, verdict } from './verdict.adapter.ts';

export interface ApnsOptions {
  /** PEM of the signing key (P-256). */
  readonly key: string;
  readonly keyID: string;
  readonly teamID: string;
  /** The app's bundle id. */
  readonly topic: string;
  readonly baseUrl: string;
  /** Time limit for one push; `providerTimeoutMs` by default. */
  readonly patienceMs?: number;
  readonly clock: Clock;
}

/** APNs rejects tokens older than an hour, and tokens renewed more often than every 20 minutes. */
const tokenLifetime = 50 * 60_000;
const goneReasons = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken']);
const tokenReasons = new Set(['ExpiredProviderToken', 'InvalidProviderToken']);

/** Sends by Apple's push service over one persistent HTTP/2 connection. */
export function apnsSender(options: ApnsOptions): PushSender {
  const { keyID, teamID, topic, clock, patienceMs = patience } = options;
  const key = createPrivateKey(options.key);
  const line = keptLine(options.baseUrl);
  let provider: { token: Promise<string>; until: number } | undefined;

  const providerToken = (): Promise<string> => {
    const now = clock();
    if (!provider || provider.until <= now) {
      const token = new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyID })
        .setIssuer(teamID)
        .setIssuedAt(Math.floor(now / 1000))
        .sign(key);
      provider = { token, until: now + tokenLifetime };
    }
    return provider.token;
  };

  return {
    check: (token) => (/^[0-9a-f]{64,200}$/i.test(token) ? 'good' : 'malformed'),
    identify: (token) => token.toLowerCase(),
    async send(token, note) {
      try {
        const headers = {
          ':method': 'POST',
          ':path': `/3/device/${token}`,
          authorization: `bearer ${await providerToken()}`,
          'apns-id': randomUUID(),
          'apns-topic': topic,
          'apns-push-type': 'alert',
          'apns-priority': '10',
          'apns-expiration': String(Math.floor(note.expireAt / 1000)),
        };
        const answer = await exchange(line.open(), {
          headers,
          body: JSON.stringify(payloadOf(note)),
          patienceMs,
        });
        const { reason: told } = answer.body;
        const reason = typeof told === 'string' ? told : '';
        if (tokenReasons.has(reason)) provider = undefined;
        return resultOf(answer, reason, clock());
      } catch (error) {
        return lineFailed(error);
      }
    },
    close: () => line.close(),
  };
}

function payloadOf({ data, title, badge }: PushNote): object {
  return { aps: { alert: { title }, badge, sound: 'default' }, ...data };
}

function resultOf({ status, retryAfter }: ProviderAnswer, reason: string, now: number): PushResult {
  if (status === 410 || goneReasons.has(reason)) return { outcome: 'gone' };
  const result = verdict(status, retryAfter, now);
  return 'reason' in result && reason !== '' ? { ...result, reason } : result;
}

/** One HTTP/2 session for all pushes. After a close or GOAWAY the next push opens a new session. */
function keptLine(baseUrl: string) {
  let kept: ClientHttp2Session | undefined;
  const open = (): ClientHttp2Session => {
    if (kept && !kept.closed && !kept.destroyed) return kept;
    const opened = connect(baseUrl);
    const forget = () => {
      if (kept === opened) kept = undefined;
    };
    // The requests report the error to their callers; without a listener it would end the process.
    opened.on('error', forget);
    opened.on('close', forget);
    opened.on('goaway', () => {
      forget();
      opened.close();
    });
    opened.setTimeout(15 * 60_000, () => opened.close());
    kept = opened;
    return opened;
  };
  return { open, close: () => kept?.destroy() };
}

function exchange(
  session: ClientHttp2Session,
  { headers, body, patienceMs }: { headers: Record<string, string>; body: string; patienceMs: number },
): Promise<ProviderAnswer> {
  return new Promise((resolve, reject) => {
    const asked = session.request(headers);
    let status = 0;
    let retryAfter: string | undefined;
    let text = '';
    asked.setEncoding('utf8');
    asked.setTimeout(patienceMs, () => {
      asked.close(constants.NGHTTP2_CANCEL);
      // If the network silently dropped the connection, every later push on this session would time out too.
      session.destroy();
    });
    asked.on('response', (answered) => {
      status = answered[':status'] ?? 0;
      retryAfter = answered['retry-after'];
    });
    asked.on('data', (chunk: string) => {
      text += chunk;
    });
    asked.on('error', reject);
    asked.on('close', () => {
      if (status === 0) reject(new Error('APNs stream closed without a response'));
      else resolve({ status, retryAfter, body: objectOf(text) });
    });
    asked.end(body);
  });
}
