import type { Answer, Body, Headers as CallHeaders, CallId, Params, Query } from '@sealflow/contract';
import { type ErrorPrefix, isErrorCode } from '@sealflow/domain/errors/registry';
import { ApiError, httpError, networkError, timeoutError } from './api.errors.ts';

type OptionalIfEmpty<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: never }
  : Partial<T> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

type CommonOptions = {
  readonly signal?: AbortSignal | undefined;
  /** 30 s by default. */
  readonly timeoutMs?: number;
  /** A token other than the account's, such as the file service's; null sends none. */
  readonly token?: string | null;
  /** The multipart form of a call that takes a file. */
  readonly form?: FormData;
};

/** The options of a call, as the contract declares it. */
export type CallOptions<N extends CallId> = CommonOptions &
  OptionalIfEmpty<'params', Params<N>> &
  OptionalIfEmpty<'query', Query<N>> &
  OptionalIfEmpty<'headers', CallHeaders<N>> &
  OptionalIfEmpty<'body', Body<N>>;

type CallArguments<N extends CallId> =
  Partial<CallOptions<N>> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

type RawOptions = CommonOptions & {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

/** A byte range; `ifRange` is the entity tag of the representation it must belong to. */
type RangeOptions = { readonly range?: string; readonly ifRange?: string };

export type Api = {
  /**
   * Makes a declared call.
   * @throws ApiError, or the AbortError of the caller's own signal.
   */
  call<N extends CallId>(name: N, ...options: CallArguments<N>): Promise<Answer<N>>;
  /** Like `call`, for a call that responds with bytes or events: resolves with the response once its status is ok. */
  open<N extends CallId>(name: N, ...options: [CallOptions<N> & RangeOptions]): Promise<Response>;
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
  fetch: fetchImpl = fetch,
}: ApiDeps): Api {
  const url = (name: CallId, params: Readonly<Record<string, string>> = {}) => {
    const path = name.slice(name.indexOf(' ') + 1);
    return host + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  };

  async function request<T>(
    name: CallId,
    options: RawOptions & RangeOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const accountToken = options.token === undefined ? await token() : null;
    const bearer = options.token ?? accountToken;
    const headers = new Headers({ 'Accept-Language': language() });
    if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
    if (options.body !== undefined) headers.set('Content-Type', 'application/json');
    if (options.range !== undefined) headers.set('Range', options.range);
    if (options.ifRange !== undefined) headers.set('If-Range', options.ifRange);
    for (const [key, value] of Object.entries(options.headers ?? {})) {
      if (value !== undefined) headers.set(key, value);
    }
    try {
      return await fetchWithTimeout(fetchImpl, {
        url: url(name, options.params) + toQueryString(options.query),
        init: {
          method: name.slice(0, name.indexOf(' ')),
          headers,
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
          ...(options.form === undefined ? {} : { body: options.form }),
        },
        timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
        signal: options.signal,
        isOnline,
        read: async (response) => {
          const serverTime = Date.parse(response.headers.get('Date') ?? '');
          if (!Number.isNaN(serverTime)) onServerTime?.(serverTime);
          if (response.ok) return read(response);
          const body: unknown = await response.json().catch(() => null);
          throw httpError({ status: response.status, body, areas: await areasFor(name, body) });
        },
      });
    } catch (error) {
      if (options.token === undefined && error instanceof ApiError) onFailure(error, accountToken);
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

/**
 * The areas to match an error response in. Their table loads only for a message without a known code, as older services
 * send it. If it fails to load, the general errors remain.
 */
async function areasFor(name: CallId, body: unknown): Promise<readonly ErrorPrefix[]> {
  const { code, message } = (body ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const isKnown = typeof code === 'string' && isErrorCode(code);
  if (isKnown || typeof message !== 'string' || message === '') return [];
  const table = await import('@sealflow/contract/areas').catch(() => null);
  return table?.errorAreasOf(name) ?? [];
}

function toQueryString(query: RawOptions['query']): string {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) text.set(key, String(value));
  }
  const queryString = text.toString();
  return queryString === '' ? '' : `?${queryString}`;
}

type TimedRequest<T> = {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly isOnline: () => boolean;
  /** Within the time limit too: a response can stall half way. */
  readonly read: (response: Response) => Promise<T>;
};

// AbortSignal.any and .timeout are missing in the oldest supported WebViews.
async function fetchWithTimeout<T>(fetchImpl: typeof fetch, request: TimedRequest<T>): Promise<T> {
  const { url, init, timeoutMs, signal, isOnline, read } = request;
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(signal?.reason);
  if (signal?.aborted) forwardAbort();
  signal?.addEventListener('abort', forwardAbort, { once: true });
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    controller.abort();
  }, timeoutMs);
  try {
    return await read(await fetchImpl(url, { ...init, signal: controller.signal }));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (isTimedOut) throw timeoutError(timeoutMs);
    if (signal?.aborted) throw cause;
    throw networkError(isOnline());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forwardAbort);
  }
}
