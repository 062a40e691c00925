import { throwIfAborted } from '../bytes.ts';
import { type RefusalReason, TdfError } from '../error.ts';
import { isRefusalReason } from './terms.ts';

export interface ConnectCall {
  readonly url: string;
  readonly message: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal | undefined;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
}

/** Timeout of a complete response: on a hanging connection, a stored licence must still open the document soon. */
const defaultTimeoutMs = 10_000;

/**
 * One unary call of the Connect protocol in JSON (connectrpc.com, "Connect protocol").
 * @throws TdfError `kas.unreachable`, also if an intermediary responds; `kas.refused.*` for an error of the service;
 * `kas.answer_invalid`.
 */
export async function connectCall(call: ConnectCall): Promise<Record<string, unknown>> {
  const { response, body } = await exchange(call);
  if (!response.ok) throw rejectionError(response.status, body);
  if (typeof body !== 'object' || body === null) {
    throw new TdfError('kas.answer_invalid', 'the response is not a JSON object');
  }
  return body as Record<string, unknown>;
}

async function exchange(call: ConnectCall): Promise<{ response: Response; body: unknown }> {
  const { signal, timeoutMs = defaultTimeoutMs } = call;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await send(call, controller.signal);
    // The page of a proxy is not JSON, and does not come from the service.
    return { response, body: await response.json() };
  } catch (cause) {
    throwIfAborted(signal);
    throw new TdfError('kas.unreachable', 'the key access service cannot be reached', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function send(
  { url, message, headers, fetch: call = fetch }: ConnectCall,
  signal: AbortSignal,
): Promise<Response> {
  return call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Connect-Protocol-Version': '1', ...headers },
    body: JSON.stringify(message),
    // Requests must not leave the host, and responses must not be cached.
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
}

function rejectionError(status: number, body: unknown): TdfError {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const isBusy = status === 429;
  // Every error of the protocol has a code: a response without one comes from an intermediary.
  if (isBusy || typeof code !== 'string' || (status >= 500 && code !== 'internal' && code !== 'unknown')) {
    return new TdfError('kas.unreachable', `the key access service responded with status ${status}`);
  }
  return new TdfError(
    `kas.refused.${rejectionReason(status, code, message)}`,
    `rejected with status ${status}`,
  );
}

// Our service states its reason as the first word of the message; others only give the Connect code.
function rejectionReason(status: number, code: unknown, message: unknown): RefusalReason {
  const firstWord = typeof message === 'string' ? message.split(/[^a-z_]/, 1)[0] : undefined;
  if (isRefusalReason(firstWord)) return firstWord;
  if (status === 401 || code === 'unauthenticated') return 'signed_out';
  return code === 'invalid_argument' ? 'request_invalid' : 'unknown';
}
