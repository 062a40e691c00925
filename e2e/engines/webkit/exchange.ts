import type { EventEmitter } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Fulfilment = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: string | Buffer;
  readonly json?: unknown;
};

/** A request as Playwright's `Request` describes it. */
export class ProxiedRequest {
  readonly #url: string;
  readonly #method: string;
  readonly #headers: IncomingHttpHeaders;
  readonly #body: Buffer | null;

  constructor(parts: { url: string; method: string; headers: IncomingHttpHeaders; body: Buffer | null }) {
    this.#url = parts.url;
    this.#method = parts.method;
    this.#headers = parts.headers;
    this.#body = parts.body;
  }

  url(): string {
    return this.#url;
  }

  method(): string {
    return this.#method;
  }

  headers(): IncomingHttpHeaders {
    return this.#headers;
  }

  postData(): string | null {
    return this.#body?.toString() ?? null;
  }

  postDataBuffer(): Buffer | null {
    return this.#body;
  }

  postDataJSON(): unknown {
    return this.#body ? JSON.parse(this.#body.toString()) : null;
  }
}

type Fetched = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

/** An answer as Playwright's `APIResponse`. */
export class FetchedResponse {
  readonly fetched: Fetched;

  constructor(fetched: Fetched) {
    this.fetched = fetched;
  }

  status(): number {
    return this.fetched.status;
  }

  headers(): IncomingHttpHeaders {
    return this.fetched.headers;
  }

  async body(): Promise<Buffer> {
    return this.fetched.bytes;
  }

  async text(): Promise<string> {
    return this.fetched.bytes.toString();
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.fetched.bytes.toString());
  }
}

/** An intercepted request, as Playwright’s `Route`. */
export class ProxiedRoute {
  readonly #request: ProxiedRequest;
  readonly #exchange: Exchange;
  readonly #next: () => Promise<void>;

  constructor(exchange: Exchange, proxied: ProxiedRequest, next: () => Promise<void>) {
    this.#exchange = exchange;
    this.#request = proxied;
    this.#next = next;
  }

  request(): ProxiedRequest {
    return this.#request;
  }

  async continue(): Promise<void> {
    await this.#exchange.forward();
  }

  /** Passes the request to the next older matching rule. */
  fallback(): Promise<void> {
    return this.#next();
  }

  async abort(): Promise<void> {
    this.#exchange.abort();
  }

  async fetch(): Promise<FetchedResponse> {
    return new FetchedResponse(await this.#exchange.fetch());
  }

  async fulfill(options: Fulfilment & { readonly response?: FetchedResponse }): Promise<void> {
    const { response, status, headers, contentType, json } = options;
    const body = json === undefined ? (options.body ?? response?.fetched.bytes ?? '') : JSON.stringify(json);
    const type = contentType ?? (json === undefined ? undefined : 'application/json');
    const {
      'content-length': _,
      'content-encoding': __,
      ...kept
    } = headers ?? response?.fetched.headers ?? {};
    this.#exchange.answer(status ?? response?.fetched.status ?? 200, {
      headers: { ...kept, ...(type === undefined ? {} : { 'content-type': type }) },
      body,
    });
  }
}

/** The two ends of an exchange. */
type Ends = {
  /** The origin of the proxy for the browser. */
  readonly origin: string;
  /** The origin of the service. */
  readonly target: string;
  readonly events: EventEmitter;
};

/** A request of the browser that passes through the proxy. */
export class Exchange {
  readonly #ends: Ends;
  readonly #incoming: IncomingMessage;
  readonly #reply: ServerResponse;
  body: Buffer | null = null;
  readonly url: string;

  constructor(ends: Ends, parts: { incoming: IncomingMessage; reply: ServerResponse }) {
    this.#ends = ends;
    this.#incoming = parts.incoming;
    this.#reply = parts.reply;
    this.url = `${ends.origin}${parts.incoming.url}`;
  }

  /** Reads the body for a test. */
  async request(): Promise<ProxiedRequest> {
    const { method = 'GET', headers } = this.#incoming;
    if (method !== 'GET' && method !== 'HEAD') this.body = await buffer(this.#incoming);
    return new ProxiedRequest({ url: this.url, method, headers, body: this.body });
  }

  #ask(ownHeaders: IncomingHttpHeaders = {}): ReturnType<typeof request> {
    const { method, headers, url } = this.#incoming;
    const asked = request(`${this.#ends.target}${url}`, { method, headers: { ...headers, ...ownHeaders } });
    if (this.body === null) this.#incoming.pipe(asked);
    else asked.end(this.body);
    return asked;
  }

  forward(): Promise<void> {
    return new Promise((resolve) => {
      const asked = this.#ask();
      this.#reply.on('close', () => asked.destroy());
      asked.on('error', () => {
        this.abort();
        resolve();
      });
      asked.on('response', (answer) => {
        this.#reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(this.#reply);
        answer.on('error', () => this.abort());
        this.#ends.events.emit('response', { url: this.url, status: answer.statusCode ?? 502 });
        resolve();
      });
    });
  }

  async fetch(): Promise<Fetched> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // A test reads the body and may answer a part of it.
      const asked = this.#ask({ 'accept-encoding': 'identity' });
      asked.on('response', resolve);
      asked.on('error', reject);
    });
    return { status: answer.statusCode ?? 502, headers: answer.headers, bytes: await buffer(answer) };
  }

  answer(status: number, { headers, body }: { headers: IncomingHttpHeaders; body: string | Buffer }): void {
    if (this.#reply.destroyed) return;
    this.#reply.writeHead(status, headers).end(body);
    this.#ends.events.emit('response', { url: this.url, status });
  }

  abort(): void {
    this.#incoming.socket.destroy();
    this.#ends.events.emit('requestfailed', { url: this.url, method: this.#incoming.method ?? 'GET' });
  }
}
