import { vi } from 'vitest';
import type { Connection, SentRequest } from './connection.ts';

const connections = new Map<string, Connection>();

export const registerConnection = (connection: Connection): void =>
  void connections.set(connection.origin, connection);

const connectionTo = (url: URL): Connection => {
  const connection = connections.get(url.origin);
  if (connection === undefined) throw new Error(`no device at ${url.origin}`);
  return connection;
};

type Timer = { readonly expire: () => void };
let lastTimer: Timer | undefined;

/** Stubs the globals that a page has and Node does not, and routes their requests through the connections. */
export function stubBrowserGlobals(): void {
  const setRealTimeout = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number, ...rest: unknown[]) => {
    lastTimer = { expire: work };
    return setRealTimeout(work as never, ms, ...rest);
  });
  vi.stubGlobal('XMLHttpRequest', ConnectionXmlHttpRequest);
  // Locks of a page end with the app, but locks of this process would outlive a killed app. Each device has one
  // page.
  vi.stubGlobal('navigator', { language: 'zh-CN', languages: ['zh-CN'], userAgent: 'model', onLine: true });
}

/** A client sets its timeout right before it sends, so the last timer belongs to this request. */
export const connectionFetch: typeof fetch = async (input, init) => {
  const limit = lastTimer;
  const { signal } = init ?? {};
  const request = new Request(input, init);
  const url = new URL(request.url);
  const sentRequest: SentRequest = {
    method: request.method,
    path: url.pathname + url.search,
    headers: Object.fromEntries(request.headers),
    body: typeof init?.body === 'string' ? init.body : undefined,
  };
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
  const answered = connectionTo(url).send(sentRequest, () => limit?.expire());
  const { status, body } = await Promise.race([answered, aborted]);
  return new Response([204, 304].includes(status) ? null : body, { status });
};

/** The part of XMLHttpRequest that an upload uses. */
class ConnectionXmlHttpRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #method: SentRequest['method'] = 'GET';
  #url = '';
  readonly #headers: Record<string, string> = {};
  #isOver = false;

  open(method: SentRequest['method'], url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value;
  }

  abort(): void {
    this.#end('abort');
  }

  send(form: FormData): void {
    void this.#send(form).then(
      () => this.#end('load'),
      () => this.#end('error'),
    );
  }

  async #send(form: FormData): Promise<void> {
    const encoded = new Response(form);
    const url = new URL(this.#url);
    const sentRequest: SentRequest = {
      method: this.#method,
      path: url.pathname,
      headers: { ...this.#headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: new Uint8Array(await encoded.arrayBuffer()),
    };
    const response = await connectionTo(url).send(sentRequest, () => this.#end('error'));
    this.status = response.status;
    this.responseText = response.body;
  }

  #end(type: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.dispatchEvent(new Event(type));
  }
}
