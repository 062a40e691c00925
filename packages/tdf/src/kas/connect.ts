import { throwIfAborted } from '../bytes.ts';
import { type RefusalReason, TdfError } from '../error.ts';
import { isRefusalReason } from './terms.ts';

export interface ConnectCall {
  readonly url: string;
  readonly message: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal | undefined;
  /** Ten seconds where it is missing. */
  readonly patienceMs?: number;
}

/** How long a whole answer may take, in milliseconds: on a line that hangs, a licence that is kept has to open soon. */
const patience = 10_000;

/**
 * One unary call of the Connect protocol in JSON (connectrpc.com, "Connect protocol").
 * @throws TdfError `kas.unreachable`, also where something else on the way answers; `kas.refused.*` where the service answers with
 *   an error; `kas.answer_invalid`.
 */
export async function connectCall(call: ConnectCall): Promise<Record<string, unknown>> {
  const { response, body } = await exchange(call);
  if (!response.ok) throw refusal(response.status, body);
  if (typeof body !== 'object' || body === null) {
    throw new TdfError('kas.answer_invalid', 'the key access service gave no JSON object');
  }
  return body as Record<string, unknown>;
}

async function exchange(call: ConnectCall): Promise<{ response: Response; body: unknown }> {
  const { signal, patienceMs = patience } = call;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, patienceMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    const response = await send(call, ending.signal);
    // A page of a proxy is no JSON, and no word of the service.
    return { response, body: await response.json() };
  } catch (cause) {
    throwIfAborted(signal);
    throw new TdfError('kas.unreachable', 'the key access service cannot be reached', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
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
    // Key access never leaves the host that was asked, and no answer of it is ever kept.
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
}

function refusal(status: number, body: unknown): TdfError {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const busy = status === 429;
  // Every error of the protocol has a code: what has none is another's.
  if (busy || typeof code !== 'string' || (status >= 500 && code !== 'internal' && code !== 'unknown')) {
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
