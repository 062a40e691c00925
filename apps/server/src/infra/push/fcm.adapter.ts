import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../clock/clock.port.ts';
import type { FcmConfig } from '../config/push.schemas.ts';
import {
  networkFailure,
  type ProviderResponse,
  postToProvider,
  pushResultOf,
} from './provider-http.client.ts';
import type { PushNote, PushResult, PushSender } from './push.port.ts';

interface FcmOptions extends FcmConfig {
  readonly clock: Clock;
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const assertionLifetimeMs = 3_600_000;
/** A token is not used in its last minute: it could expire in transit. */
const expiryMarginMs = 60_000;

/** Sends by the HTTP v1 API of Firebase Cloud Messaging. */
export function createFcmSender({ credentials, baseUrl, clock }: FcmOptions): PushSender {
  const key = createPrivateKey(credentials.privateKey);
  let access: { token: string; expiresAt: number } | undefined;
  let pendingToken: Promise<string | PushResult> | undefined;

  /** Requests an OAuth token by a signed assertion (RFC 7523) and caches it until it expires. */
  const requestAccessToken = async (): Promise<string | PushResult> => {
    const now = clock();
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(credentials.clientEmail)
      .setAudience(credentials.tokenUrl)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + assertionLifetimeMs) / 1000))
      .sign(key);
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const response = await postToProvider(credentials.tokenUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
    });
    const { access_token: token, expires_in: seconds } = response.body;
    if (response.status !== 200 || typeof token !== 'string')
      return { outcome: 'later', reason: `no access token, status ${response.status}` };
    access = {
      token,
      expiresAt: now + (typeof seconds === 'number' ? seconds * 1000 : assertionLifetimeMs) - expiryMarginMs,
    };
    return token;
  };

  const currentAccessToken = () => {
    if (access && access.expiresAt > clock()) return Promise.resolve(access.token);
    pendingToken ??= requestAccessToken().finally(() => {
      pendingToken = undefined;
    });
    return pendingToken;
  };

  return {
    check: (token) => (/^[\w:.~-]{20,4096}$/.test(token) ? 'good' : 'malformed'),
    identify: (token) => token,
    async send(token, note) {
      try {
        const bearer = await currentAccessToken();
        if (typeof bearer !== 'string') return bearer;
        const response = await postToProvider(
          `${baseUrl}/v1/projects/${credentials.projectID}/messages:send`,
          {
            headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
            body: JSON.stringify({ message: messageOf(token, note, clock()) }),
          },
        );
        if (response.status === 401) access = undefined;
        return isGone(response)
          ? { outcome: 'gone' }
          : pushResultOf(response.status, response.retryAfter, clock());
      } catch (error) {
        return networkFailure(error);
      }
    },
    close() {},
  };
}

/** Builds the FCM message. Its data values must be strings. */
function messageOf(token: string, { data, title, badge, expireAt }: PushNote, now: number): object {
  const { tid, ...ids } = data;
  return {
    token,
    data: { ...ids, ...(tid === null ? {} : { tid }) },
    notification: { title },
    android: {
      priority: 'high',
      ttl: `${Math.max(0, Math.floor((expireAt - now) / 1000))}s`,
      // The notification channel of the app: high importance, private on the lock screen.
      notification: { notification_count: badge, channel_id: 'messages' },
    },
    apns: { payload: { aps: { badge } } },
  };
}

const goneCodes = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH']);

interface Detail {
  readonly errorCode?: string;
  readonly fieldViolations?: readonly { readonly field?: string }[];
}

function isGone({ status, body }: ProviderResponse): boolean {
  const error = body['error'] as { details?: readonly Detail[] } | undefined;
  const details: readonly Detail[] = Array.isArray(error?.details) ? error.details : [];
  if (details.some(({ errorCode = '' }) => goneCodes.has(errorCode))) return true;
  const isToken = details.some(({ fieldViolations }) =>
    fieldViolations?.some(({ field }) => field === 'message.token'),
  );
  return status === 400 && isToken;
}
