import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Forward, ForwardedCaller } from '../../infra/http/forward.port.ts';
import { untrustedContentPolicy } from '../../infra/http/security-headers.middleware.ts';
import { type Relay, type RelayedResponse, RelayTimeoutError } from '../../infra/outbound/relay.client.ts';
import type { ServerOrigin, Tokens } from '../../infra/tokens/tokens.util.ts';
import type { Target } from './targets.usecases.ts';

/** Lifetime of the token of one forwarded request. */
const forwardTokenLifetimeMs = 60_000;

/** Request headers that are forwarded. The account's own token never leaves this server. */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-range',
  'range',
] as const;
/** Response headers that are forwarded: none that sets state or policy for this host. */
const responseHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
] as const;

export interface ForwardingServices {
  readonly findTarget: (tid: string) => Promise<Target>;
  readonly relay: Relay;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/** Forwards the calls of a tenant to its own server, each with a fresh token for that server and that tenant. */
export function createForward(services: ForwardingServices): Forward {
  return async (caller, request, reply) => {
    const target = await services.findTarget('member' in caller ? caller.member.tid : caller.bearer.tid);
    if (target === 'here') return false;
    if (target === 'nowhere') throw new ServiceError('work.server_api_not_specified');
    const token = signForwardToken(services, caller, target.origin);
    await sendResponse(
      reply,
      await sendRequest(services.relay, { request, reply, origin: target.origin, token }),
    );
    return true;
  };
}

function signForwardToken(
  { tokens, clock }: ForwardingServices,
  caller: ForwardedCaller,
  origin: ServerOrigin,
): string {
  const { aid } = 'session' in caller ? caller.session : caller.bearer;
  const { tid, fid } = 'member' in caller ? caller.member : caller.bearer;
  const issuedAt = Math.floor(clock() / 1000) * 1000;
  return tokens.sign(origin, {
    sub: aid,
    jti: randomUUID(),
    issuedAt,
    expireAt: issuedAt + forwardTokenLifetimeMs,
    more: { tid, fid, use: 'member' in caller ? 'forwarded' : 'forwarded-files' },
  });
}

async function sendRequest(
  relay: Relay,
  exchange: { request: FastifyRequest; reply: FastifyReply; origin: string; token: string },
): Promise<RelayedResponse> {
  const { request, reply, origin, token } = exchange;
  const { method, raw } = request;
  const hasBody =
    raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
  const clientClosed = new AbortController();
  reply.raw.once('close', () => clientClosed.abort());
  const target = new URL(request.url, origin);
  // A path may name another host (`//elsewhere/…`) or escape from the tenant's prefix; both are rejected.
  if (target.origin !== origin || hasDotSegments(request.url)) throw new ServiceError('work.request_failed');
  const headers = { ...pick(raw.headers, requestHeaders), authorization: `Bearer ${token}` };
  try {
    return await relay.send({
      target,
      method,
      headers,
      body: hasBody ? raw : undefined,
      signal: clientClosed.signal,
    });
  } catch (error) {
    throw new ServiceError(errorCodeOf(error), {}, error);
  }
}

/** The error code for a request without a response (section 8); the client's remedy differs by code. */
function errorCodeOf(
  error: unknown,
): 'app.server_unreachable' | 'app.connection_refused' | 'work.request_failed' {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof RelayTimeoutError || code === 'ETIMEDOUT') return 'app.server_unreachable';
  return code === 'ECONNREFUSED' ? 'app.connection_refused' : 'work.request_failed';
}

/** Whether a path has dot segments, in any of the forms that a URL parser recognises. */
function hasDotSegments(url: string): boolean {
  const path = (url.split('?', 1)[0] ?? '').replaceAll(/[\t\n\r]/g, '');
  return /(?:^|[\\/])(?:\.|%2e){1,2}(?:[\\/]|$)/i.test(path);
}

async function sendResponse(reply: FastifyReply, { status, headers, body }: RelayedResponse): Promise<void> {
  // Redirects are not followed. A 401 or 407 concerns the token between the two servers and must not end the user's
  // session.
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const isFailure = isRedirect || status === 401 || status === 407 || status >= 500;
  if (isFailure) {
    body.resume();
    throw new ServiceError('work.request_failed');
  }
  // The response must not act as a page of this host, and it is personal: shared caches must not store it.
  const cacheControl = headers['cache-control'] ?? 'no-store';
  await reply
    .code(status)
    .headers(pick(headers, responseHeaders))
    .header('cache-control', /public|s-maxage/i.test(cacheControl) ? 'no-store' : cacheControl)
    .header('content-security-policy', untrustedContentPolicy)
    .send(body);
}

function pick(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
