import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webpush from 'web-push';
import { z } from 'zod';
import type { Clock } from '../clock/clock.port.ts';
import {
  isPublicHost,
  isThisMachine,
  PrivateAddressError,
  publicLookup,
} from '../outbound/public-hosts.adapter.ts';
import type { PushNote, PushResult, PushSender } from './push.port.ts';
import type { VapidKeys } from './vapid-keys.adapter.ts';
import { lineFailed, patience, verdict } from './verdict.adapter.ts';

export interface WebPushOptions {
  /** Made at the first push. */
  readonly keys: () => Promise<VapidKeys>;
  /** Whom a push service turns to: an https or mailto address. */
  readonly contact: () => string;
  /** Whether endpoints may lie in private networks, and on this machine without TLS. */
  readonly allowPrivate: boolean;
  /** The only hosts that endpoints may lie at, `*.` in front for all below; undefined: any. */
  readonly hosts: readonly string[] | undefined;
  readonly clock: Clock;
}

/** A browser's PushSubscription as it writes itself; keys of RFC 8291. */
const subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
});
type Subscription = z.output<typeof subscription>;

/** Web Push (RFC 8030), encrypted for the browser (RFC 8291), in this service's name (RFC 8292). */
export function webPushSender({ keys, contact, clock, ...limits }: WebPushOptions): PushSender {
  const { allowPrivate } = limits;
  return {
    check(token) {
      const read = subscriptionOf(token);
      if (!read) return 'malformed';
      return isAllowed(new URL(read.endpoint), limits) ? 'good' : 'refused';
    },
    identify: (token) => subscriptionOf(token)?.endpoint ?? token,
    async send(token, note) {
      const read = subscriptionOf(token);
      if (!read || !isAllowed(new URL(read.endpoint), limits)) return { outcome: 'gone' };
      try {
        const vapidDetails = { subject: contact(), ...(await keys()) };
        const { status, retryAfter } = await deliver(read, note, {
          vapidDetails,
          allowPrivate,
          now: clock(),
        });
        if (status === 404 || status === 410) return { outcome: 'gone' };
        return verdict(status, retryAfter, clock());
      } catch (error) {
        return failed(error);
      }
    },
    close() {},
  };
}

/** Which push service a subscription is of; anybody may name one of their own. */
export function hostOf(token: string): string {
  const read = subscriptionOf(token);
  return read ? new URL(read.endpoint).host : '';
}

function subscriptionOf(token: string): Subscription | undefined {
  try {
    return subscription.safeParse(JSON.parse(token)).data;
  } catch {
    return undefined;
  }
}

/** The browser gives the address, and we call it: nothing of ours may be reached by that. */
function isAllowed(
  { protocol, hostname, port, username, password }: URL,
  { allowPrivate, hosts }: Pick<WebPushOptions, 'allowPrivate' | 'hosts'>,
): boolean {
  if (username !== '' || password !== '') return false;
  if (hosts && !hosts.some((host) => isAt(hostname, host))) return false;
  if (allowPrivate) return protocol === 'https:' || isThisMachine(hostname);
  // Any other port is no push service: of a foreign host, too, nothing else is to be reached by that.
  return protocol === 'https:' && port === '' && isPublicHost(hostname);
}

const isAt = (hostname: string, host: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;

function failed(error: unknown): PushResult {
  if (error instanceof PrivateAddressError) return { outcome: 'gone' };
  return lineFailed(error);
}

async function deliver(
  to: Subscription,
  { data, expireAt }: PushNote,
  options: {
    vapidDetails: { subject: string; publicKey: string; privateKey: string };
    allowPrivate: boolean;
    now: number;
  },
): Promise<{ status: number; retryAfter: string | undefined }> {
  const { vapidDetails, allowPrivate, now } = options;
  const sealed = webpush.generateRequestDetails(to, JSON.stringify(data), {
    vapidDetails,
    TTL: Math.max(0, Math.floor((expireAt - now) / 1000)),
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  // By our own request: the library's takes neither a look-up of ours nor a connection without TLS for tests.
  const target = new URL(to.endpoint);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const start = target.protocol === 'http:' ? httpRequest : httpsRequest;
    const asked = start(target, {
      method: sealed.method,
      headers: sealed.headers,
      signal: AbortSignal.timeout(patience),
      ...(allowPrivate ? {} : { lookup: publicLookup }),
    });
    asked.on('error', reject);
    asked.on('response', resolve);
    asked.end(sealed.body);
  });
  answer.on('data', () => {}).on('error', () => {});
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
}
