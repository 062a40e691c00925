import type { PushResult } from './push.port.ts';

/** Time limit for the answer of a provider. */
export const providerTimeoutMs = 10_000;

export interface ProviderResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The JSON object of the answer; empty if it is not a JSON object. */
  readonly body: Record<string, unknown>;
}

/** Sends a POST request to a provider. Redirects are not followed: they count as answers. */
export async function postToProvider(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<ProviderResponse> {
  const signal = AbortSignal.timeout(providerTimeoutMs);
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  const retryAfter = response.headers.get('retry-after') ?? undefined;
  return { status: response.status, retryAfter, body: parseObject(await response.text()) };
}

/** Parses a JSON object; empty if the text is anything else. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Maps an HTTP status to a result, for providers without a more specific error code. */
export function pushResultOf(status: number, retryAfter: string | undefined, now: number): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = `status ${status}`;
  // Wrong credentials count as transient: pending pushes go out once the operator has corrected them.
  const isTransient = status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;
  return isTransient
    ? { outcome: 'later', reason, afterMs: parseRetryAfter(retryAfter, now) }
    : { outcome: 'refused', reason };
}

const minRetryDelayMs = 5000;
const maxRetryDelayMs = 3_600_000;

/** Parses `Retry-After` (RFC 9110, section 10.2.3): seconds or a date, limited to 5 seconds up to an hour. */
function parseRetryAfter(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const delayMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, minRetryDelayMs), maxRetryDelayMs);
}

/** The result of a push that failed on the network. The reason is a code, never an address. */
export function networkFailure(error: unknown): PushResult {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return { outcome: 'later', reason: code ?? (cause instanceof Error ? cause.name : 'failed') };
}
