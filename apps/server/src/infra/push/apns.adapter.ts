import { createPrivateKey, randomUUID } from 'node:crypto';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { SignJWT } from 'jose';
import type { Clock } from '../clock/clock.port.ts';
import type { ApnsConfig } from '../config/push.schemas.ts';
import {
  networkFailure,
  type ProviderResponse,
  parseObject,
  providerTimeoutMs,
  pushResultOf,
} from './provider-http.client.ts';
import { decisionCategory, type PushNote, type PushResult, type PushSender } from './push.port.ts';

interface ApnsOptions extends ApnsConfig {
  /** Time limit for one push; `providerTimeoutMs` by default. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/** APNs rejects tokens older than an hour, and tokens renewed more often than every 20 minutes. */
const tokenLifetimeMs = 50 * 60_000;
const goneReasonCodes = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken']);
const tokenReasonCodes = new Set(['ExpiredProviderToken', 'InvalidProviderToken']);

/** Sends by Apple's push service over one persistent HTTP/2 connection. */
export function createApnsSender(options: ApnsOptions): PushSender {
  const { keyID, teamID, topic, clock, timeoutMs = providerTimeoutMs } = options;
  const key = createPrivateKey(options.key);
  const connection = createConnection(options.baseUrl);
  let cachedToken: { token: Promise<string>; expiresAt: number } | undefined;

  const providerToken = (): Promise<string> => {
    const now = clock();
    if (!cachedToken || cachedToken.expiresAt <= now) {
      const token = new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyID })
        .setIssuer(teamID)
        .setIssuedAt(Math.floor(now / 1000))
        .sign(key);
      cachedToken = { token, expiresAt: now + tokenLifetimeMs };
    }
    return cachedToken.token;
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
        const response = await exchange(connection.open(), {
          headers,
          body: JSON.stringify(payloadOf(note)),
          timeoutMs,
        });
        const { reason: providerReason } = response.body;
        const reason = typeof providerReason === 'string' ? providerReason : '';
        if (tokenReasonCodes.has(reason)) cachedToken = undefined;
        return resultOf(response, reason, clock());
      } catch (error) {
        return networkFailure(error);
      }
    },
    close: () => connection.close(),
  };
}

function payloadOf({ data, title, badge }: PushNote): object {
  const category = data.taskID === undefined ? {} : { category: decisionCategory };
  return { aps: { alert: { title }, badge, sound: 'default', ...category }, ...data };
}

function resultOf({ status, retryAfter }: ProviderResponse, reason: string, now: number): PushResult {
  if (status === 410 || goneReasonCodes.has(reason)) return { outcome: 'gone' };
  const result = pushResultOf(status, retryAfter, now);
  return 'reason' in result && reason !== '' ? { ...result, reason } : result;
}

/** One HTTP/2 session for all pushes. After a close or GOAWAY the next push opens a new session. */
function createConnection(baseUrl: string) {
  let session: ClientHttp2Session | undefined;
  const open = (): ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(baseUrl);
    const clearSession = () => {
      if (session === opened) session = undefined;
    };
    // The requests report the error to their callers; without a listener it would end the process.
    opened.on('error', clearSession);
    opened.on('close', clearSession);
    opened.on('goaway', () => {
      clearSession();
      opened.close();
    });
    opened.setTimeout(15 * 60_000, () => opened.close());
    session = opened;
    return opened;
  };
  return { open, close: () => session?.destroy() };
}

function exchange(
  session: ClientHttp2Session,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<ProviderResponse> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers);
    let status = 0;
    let retryAfter: string | undefined;
    let text = '';
    stream.setEncoding('utf8');
    stream.setTimeout(timeoutMs, () => {
      stream.close(constants.NGHTTP2_CANCEL);
      // If the network silently dropped the connection, every later push on this session would time out too.
      session.destroy();
    });
    stream.on('response', (responseHeaders) => {
      status = responseHeaders[':status'] ?? 0;
      retryAfter = responseHeaders['retry-after'];
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', reject);
    stream.on('close', () => {
      if (status === 0) reject(new Error('APNs stream closed without a response'));
      else resolve({ status, retryAfter, body: parseObject(text) });
    });
    stream.end(body);
  });
}
