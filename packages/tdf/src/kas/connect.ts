import { throwIfAborted } from '../bytes.ts';
import { type RefusalReason, TdfError } from '../error.ts';
import { isRefusalReason } from './terms.ts';

export interface ConnectCall {
  readonly url: string;
  readonly message: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One unary call of the Connect protocol in JSON (connectrpc.com, "Connect protocol").
 * @throws TdfError `kas.unreachable`, `kas.refused.*` where the service answers with an error, `kas.answer_invalid`.
 */
export async function connectCall(call: ConnectCall): Promise<Record<string, unknown>> {
  const response = await send(call);
  const body: unknown = await response.json().catch(() => undefined);
  throwIfAborted(call.signal);
  if (!response.ok) throw refusal(response.status, body);
  if (typeof body !== 'object' || body === null) {
    throw new TdfError('kas.answer_invalid', 'the key access service gave no JSON object');
  }
  return body as Record<string, unknown>;
}

async function send({ url, message, headers, fetch: call = fetch, signal }: ConnectCall): Promise<Response> {
  try {
    return await call(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Connect-Protocol-Version': '1', ...headers },
      body: JSON.stringify(message),
      // Key access never leaves the host that was asked, and no answer of it is ever kept.
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new TdfError('kas.unreachable', 'the key access service cannot be reached', { cause });
  }
}

function refusal(status: number, body: unknown): TdfError {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const busy = status === 429;
  if (busy || (status >= 500 && code !== 'internal' && code !== 'unknown')) {
    return new TdfError('kas.unreachable', `the key access service answers ${status}`);
  }
  return new TdfError(`kas.refused.${reasonOf(status, code, message)}`, `refused with ${status}`);
}

// Our service says its reason as the first word of the message; any other says only the Connect code.
function reasonOf(status: number, code: unknown, message: unknown): RefusalReason {
  const word = typeof message === 'string' ? message.split(/[^a-z_]/, 1)[0] : undefined;
  if (isRefusalReason(word)) return word;
  if (status === 401 || code === 'unauthenticated') return 'signed_out';
  return code === 'invalid_argument' ? 'request_invalid' : 'unknown';
}
