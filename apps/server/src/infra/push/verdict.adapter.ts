import type { PushResult } from './push.port.ts';

/** How long a provider may take to answer, in milliseconds. */
export const patience = 10_000;

export interface ProviderAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** What its JSON says; an empty object where it says none. */
  readonly body: Record<string, unknown>;
}

/** Asks a provider over HTTP. Redirects are not followed: they count as answers. */
export async function ask(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(patience);
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  const retryAfter = answer.headers.get('retry-after') ?? undefined;
  return { status: answer.status, retryAfter, body: objectOf(await answer.text()) };
}

export function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What a status means where the provider says nothing more special. */
export function verdict(status: number, retryAfter: string | undefined, now: number): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = `status ${status}`;
  // Wrong credentials are put right by the operator, and then what waited goes out.
  const isPassing = status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;
  return isPassing
    ? { outcome: 'later', reason, afterMs: waitOf(retryAfter, now) }
    : { outcome: 'refused', reason };
}

const shortestWait = 5000;
const longestWait = 3_600_000;

/** `Retry-After` (RFC 9110, section 10.2.3): seconds or a date; neither at once nor after more than an hour. */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, shortestWait), longestWait);
}

/** What became of a push whose line failed: the reason is a code, never an address. */
export function lineFailed(error: unknown): PushResult {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return { outcome: 'later', reason: code ?? (cause instanceof Error ? cause.name : 'failed') };
}
