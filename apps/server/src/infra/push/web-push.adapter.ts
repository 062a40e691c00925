import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webpush from 'web-push';
import { z } from 'zod';
import type { Clock } from '../clock/clock.port.ts';
import {
  isLoopbackHost,
  isPublicHost,
  PrivateAddressError,
  publicLookup,
} from '../outbound/public-hosts.util.ts';
import { networkFailure, providerTimeoutMs, pushResultOf } from './provider-http.client.ts';
import type { PushNote, PushResult, PushSender } from './push.port.ts';
import type { VapidKeys } from './vapid-keys.repository.ts';

export interface WebPushOptions {
  /** Loaded at the first push. */
  readonly keys: () => Promise<VapidKeys>;
  /** Contact for operators of push services: an https or mailto address. */
  readonly contact: () => string;
  /** Whether endpoints may be in private networks, and on this machine without TLS. */
  readonly allowPrivate: boolean;
  /** Allowed hosts of endpoints, `*.` in front for all subdomains; undefined: any. */
  readonly hosts: readonly string[] | undefined;
  readonly clock: Clock;
}

/** The JSON of a browser's PushSubscription, with the keys of RFC 8291. */
const subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
});
type Subscription = z.output<typeof subscription>;

/** Sends by Web Push (RFC 8030), encrypted for the browser (RFC 8291) and identified by VAPID (RFC 8292). */
export function createWebPushSender({ keys, contact, clock, ...limits }: WebPushOptions): PushSender {
  const { allowPrivate } = limits;
  return {
    check(token) {
      const parsed = subscriptionOf(token);
      if (!parsed) return 'malformed';
      return isAllowedEndpoint(new URL(parsed.endpoint), limits) ? 'good' : 'refused';
    },
    identify: (token) => subscriptionOf(token)?.endpoint ?? token,
    async send(token, note) {
      const parsed = subscriptionOf(token);
      if (!parsed || !isAllowedEndpoint(new URL(parsed.endpoint), limits)) return { outcome: 'gone' };
      try {
        const vapidDetails = { subject: contact(), ...(await keys()) };
        const { status, retryAfter } = await deliver(parsed, note, {
          vapidDetails,
          allowPrivate,
          now: clock(),
        });
        if (status === 404 || status === 410) return { outcome: 'gone' };
        return pushResultOf(status, retryAfter, clock());
      } catch (error) {
        return failureResult(error);
      }
    },
    close() {},
  };
}

/** The host of a subscription's push service, chosen by the client; '' if the token is malformed. */
export function pushServiceHost(token: string): string {
  const parsed = subscriptionOf(token);
  return parsed ? new URL(parsed.endpoint).host : '';
}

function subscriptionOf(token: string): Subscription | undefined {
  try {
    return subscription.safeParse(JSON.parse(token)).data;
  } catch {
    return undefined;
  }
}

/** Guards against SSRF: the client chooses the endpoint, which must not lead into our network. */
function isAllowedEndpoint(
  { protocol, hostname, port, username, password }: URL,
  { allowPrivate, hosts }: Pick<WebPushOptions, 'allowPrivate' | 'hosts'>,
): boolean {
  if (username !== '' || password !== '') return false;
  if (hosts && !hosts.some((host) => isHostMatch(hostname, host))) return false;
  if (allowPrivate) return protocol === 'https:' || isLoopbackHost(hostname);
  // Push services use the default port. Other ports of a foreign host must not be reachable through this service.
  return protocol === 'https:' && port === '' && isPublicHost(hostname);
}

const isHostMatch = (hostname: string, host: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;

function failureResult(error: unknown): PushResult {
  if (error instanceof PrivateAddressError) return { outcome: 'gone' };
  return networkFailure(error);
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
  const details = webpush.generateRequestDetails(to, JSON.stringify(data), {
    vapidDetails,
    TTL: Math.max(0, Math.floor((expireAt - now) / 1000)),
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  // The library's own request supports neither a custom DNS lookup nor connections without TLS, which tests need.
  const target = new URL(to.endpoint);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const start = target.protocol === 'http:' ? httpRequest : httpsRequest;
    const outgoing = start(target, {
      method: details.method,
      headers: details.headers,
      signal: AbortSignal.timeout(providerTimeoutMs),
      ...(allowPrivate ? {} : { lookup: publicLookup }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', resolve);
    outgoing.end(details.body);
  });
  response.on('data', () => {}).on('error', () => {});
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
}
