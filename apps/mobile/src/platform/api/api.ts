import type { Answer, Body, Headers as CallHeaders, CallId, Params, Query } from '@sealflow/contract';
import { areasOf } from '@sealflow/contract/areas';
import { ApiError, httpError, networkError, timeoutError } from './api.errors.ts';

type Given<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: never }
  : Partial<T> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

type Common = {
  readonly signal?: AbortSignal | undefined;
  /** 30 s by default. */
  readonly timeoutMs?: number;
  /** A token other than the account's, such as the file service's; null sends none. */
  readonly token?: string | null;
};

/** The options of a call, as the contract declares it. */
export type CallOptions<N extends CallId> = Common &
  Given<'params', Params<N>> &
  Given<'query', Query<N>> &
  Given<'headers', CallHeaders<N>> &
  Given<'body', Body<N>>;

type Rest<N extends CallId> =
  Partial<CallOptions<N>> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

type RawOptions = Common & {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

/** A byte range; `ifRange` is the entity tag of the representation it must belong to. */
type Ranged = { readonly range?: string; readonly ifRange?: string };

export type Api = {
  /**
   * Makes a declared call.
   * @throws ApiError, or the AbortError of the caller's own signal.
   */
  call<N extends CallId>(name: N, ...options: Rest<N>): Promise<Answer<N>>;
  /** Like `call`, for a call that responds with bytes or events: resolves with the response once its status is ok. */
  open<N extends CallId>(name: N, ...options: [CallOptions<N> & Ranged]): Promise<Response>;
  /** The absolute URL of a call. */
  url(name: CallId, params?: Readonly<Record<string, string>>): string;
};

export type ApiDeps = {
  /** Origin of the service, such as `https://host`. */
  readonly host: string;
  /** The account's token, read for each call: another tab may have refreshed it meanwhile. */
  readonly token: () => Promise<string | null>;
  readonly isOnline: () => boolean;
  /** The language for texts of the service, such as notices. */
  readonly language: () => string;
  /** Called when a request made with the account token fails; `token` is null if it was already cleared. */
  readonly onFailure: (error: ApiError, token: string | null) => void;
  /** Called with the server's time (ms since 1970) of every response. */
  readonly onServerTime?: (time: number) => void;
  readonly fetch?: typeof fetch;
};

const defaultTimeoutMs = 30_000;

/** The typed client of the service: address, token, time limit and errors in one place. */
export function createApi({
  host,
  token,
  isOnline,
  language,
  onFailure,
  onServerTime,
  fetch: send = fetch,
}: ApiDeps): Api {
  const url = (name: CallId, params: Readonly<Record<string, string>> = {}) => {
    const path = name.slice(name.indexOf(' ') + 1);
    return host + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  };

  async function request<T>(
    name: CallId,
    options: RawOptions & Ranged,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const own = options.token === undefined ? await token() : null;
    const bearer = options.token ?? own;
    const headers = new Headers({ 'Accept-Language': language() });
    if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
    if (options.body !== undefined) headers.set('Content-Type', 'application/json');
    if (options.range !== undefined) headers.set('Range', options.range);
    if (options.ifRange !== undefined) headers.set('If-Range', options.ifRange);
    for (const [key, value] of Object.entries(options.headers ?? {})) {
      if (value !== undefined) headers.set(key, value);
    }
    try {
      return await limited(send, {
        url: url(name, options.params) + queryText(options.query),
        init: {
          method: name.slice(0, name.indexOf(' ')),
          headers,
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        },
        timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
        signal: options.signal,
        isOnline,
        read: async (response) => {
          const serverTime = Date.parse(response.headers.get('Date') ?? '');
          if (!Number.isNaN(serverTime)) onServerTime?.(serverTime);
          if (response.ok) return read(response);
          const body: unknown = await response.json().catch(() => null);
          throw httpError({ status: response.status, body, areas: areasOf(name) });
        },
      });
    } catch (error) {
      if (options.token === undefined && error instanceof ApiError) onFailure(error, own);
      throw error;
    }
  }

  return {
    url,
    open: (name, options) => request(name, options as RawOptions, async (response) => response),
    call: (name, ...[options]) =>
      request(
        name,
        (options ?? {}) as RawOptions,
        async (response) =>
          (response.status === 204 ? undefined : await response.json()) as Answer<typeof name>,
      ),
  };
}

function queryText(query: RawOptions['query']): string {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) text.set(key, String(value));
  }
  const written = text.toString();
  return written === '' ? '' : `?${written}`;
}

type LimitedRequest<T> = {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly isOnline: () => boolean;
  /** Within the time limit too: a response can stall half way. */
  readonly read: (response: Response) => Promise<T>;
};

// AbortSignal.any and .timeout are missing in the oldest supported WebViews.
async function limited<T>(send: typeof fetch, request: LimitedRequest<T>): Promise<T> {
  const { url, init, timeoutMs, signal, isOnline, read } = request;
  const controller = new AbortController();
  const pass = () => controller.abort(signal?.reason);
  if (signal?.aborted) pass();
  signal?.addEventListener('abort', pass, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  try {
    return await read(await send(url, { ...init, signal: controller.signal }));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (late) throw timeoutError(timeoutMs);
    if (signal?.aborted) throw cause;
    throw networkError(isOnline());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', pass);
  }
}
