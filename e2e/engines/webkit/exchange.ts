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

/** A response as Playwright's `APIResponse`. */
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
      ...forwardedHeaders
    } = headers ?? response?.fetched.headers ?? {};
    this.#exchange.respond(status ?? response?.fetched.status ?? 200, {
      headers: { ...forwardedHeaders, ...(type === undefined ? {} : { 'content-type': type }) },
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
  readonly #serverResponse: ServerResponse;
  body: Buffer | null = null;
  readonly url: string;

  constructor(ends: Ends, parts: { incoming: IncomingMessage; serverResponse: ServerResponse }) {
    this.#ends = ends;
    this.#incoming = parts.incoming;
    this.#serverResponse = parts.serverResponse;
    this.url = `${ends.origin}${parts.incoming.url}`;
  }

  /** Reads the body for a test. */
  async request(): Promise<ProxiedRequest> {
    const { method = 'GET', headers } = this.#incoming;
    if (method !== 'GET' && method !== 'HEAD') this.body = await buffer(this.#incoming);
    return new ProxiedRequest({ url: this.url, method, headers, body: this.body });
  }

  #openRequest(ownHeaders: IncomingHttpHeaders = {}): ReturnType<typeof request> {
    const { method, headers, url } = this.#incoming;
    const outgoing = request(`${this.#ends.target}${url}`, {
      method,
      headers: { ...headers, ...ownHeaders },
    });
    if (this.body === null) this.#incoming.pipe(outgoing);
    else outgoing.end(this.body);
    return outgoing;
  }

  forward(): Promise<void> {
    return new Promise((resolve) => {
      const outgoing = this.#openRequest();
      this.#serverResponse.on('close', () => outgoing.destroy());
      outgoing.on('error', () => {
        this.abort();
        resolve();
      });
      outgoing.on('response', (response) => {
        this.#serverResponse.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(this.#serverResponse);
        response.on('error', () => this.abort());
        this.#ends.events.emit('response', { url: this.url, status: response.statusCode ?? 502 });
        resolve();
      });
    });
  }

  async fetch(): Promise<Fetched> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // A test reads the body and may respond with a part of it.
      const outgoing = this.#openRequest({ 'accept-encoding': 'identity' });
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
    });
    return { status: response.statusCode ?? 502, headers: response.headers, bytes: await buffer(response) };
  }

  respond(status: number, { headers, body }: { headers: IncomingHttpHeaders; body: string | Buffer }): void {
    if (this.#serverResponse.destroyed) return;
    this.#serverResponse.writeHead(status, headers).end(body);
    this.#ends.events.emit('response', { url: this.url, status });
  }

  abort(): void {
    this.#incoming.socket.destroy();
    this.#ends.events.emit('requestfailed', { url: this.url, method: this.#incoming.method ?? 'GET' });
  }
}
