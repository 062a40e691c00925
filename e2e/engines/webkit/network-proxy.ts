import { EventEmitter } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listenInFront } from '../../support/front-ports.ts';

const idleMs = 500;
const pollIntervalMs = 50;

export type UrlMatch = string | RegExp | ((url: URL) => boolean);

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

class FetchedResponse {
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

/** One request in the hands of a test, as Playwright's `Route`. */
class ProxiedRoute {
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

  /** Leaves the request to the next older rule that matches it. */
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

type Handler = (route: ProxiedRoute, request: ProxiedRequest) => unknown;
type Rule = { readonly match: UrlMatch; readonly handler: Handler; left: number };

/** One request of the browser on its way through. */
class Exchange {
  readonly #proxy: NetworkProxy;
  readonly #incoming: IncomingMessage;
  readonly #reply: ServerResponse;
  body: Buffer | null = null;
  readonly url: string;

  constructor(proxy: NetworkProxy, parts: { incoming: IncomingMessage; reply: ServerResponse }) {
    this.#proxy = proxy;
    this.#incoming = parts.incoming;
    this.#reply = parts.reply;
    this.url = `${proxy.origin}${parts.incoming.url}`;
  }

  /** Reads the body for a test to look at. */
  async request(): Promise<ProxiedRequest> {
    const { method = 'GET', headers } = this.#incoming;
    if (method !== 'GET' && method !== 'HEAD') this.body = await buffer(this.#incoming);
    return new ProxiedRequest({ url: this.url, method, headers, body: this.body });
  }

  #ask(ownHeaders: IncomingHttpHeaders = {}): ReturnType<typeof request> {
    const { method, headers, url } = this.#incoming;
    const asked = request(`${this.#proxy.target}${url}`, { method, headers: { ...headers, ...ownHeaders } });
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
        this.#proxy.events.emit('response', { url: this.url, status: answer.statusCode ?? 502 });
        resolve();
      });
    });
  }

  async fetch(): Promise<Fetched> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // A test reads the body, and may answer with a part of it.
      const asked = this.#ask({ 'accept-encoding': 'identity' });
      asked.on('response', resolve);
      asked.on('error', reject);
    });
    return { status: answer.statusCode ?? 502, headers: answer.headers, bytes: await buffer(answer) };
  }

  answer(status: number, { headers, body }: { headers: IncomingHttpHeaders; body: string | Buffer }): void {
    if (this.#reply.destroyed) return;
    this.#reply.writeHead(status, headers).end(body);
    this.#proxy.events.emit('response', { url: this.url, status });
  }

  abort(): void {
    this.#incoming.socket.destroy();
    this.#proxy.events.emit('requestfailed', { url: this.url, method: this.#incoming.method ?? 'GET' });
  }
}

const globToRegExp = (glob: string) =>
  new RegExp(
    `^${glob
      .split(/(\*\*\/|\*\*|\*)/)
      .map((part) => {
        if (part === '**/') return '(?:.*/)?';
        if (part === '**') return '.*';
        if (part === '*') return '[^/]*';
        return part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
      })
      .join('')}$`,
  );

export function urlMatches(url: string, match: UrlMatch, origin: string): boolean {
  if (typeof match === 'function') return match(new URL(url));
  if (match instanceof RegExp) return match.test(url);
  return globToRegExp(match.startsWith('/') ? origin + match : match).test(url);
}

/**
 * The network between a browser and the service, for a browser whose driver cannot intercept requests: it fails, answers
 * and holds back what a test asks it to.
 */
export class NetworkProxy {
  readonly target: string;
  /** `request`, `response` and `requestfailed`. */
  readonly events = new EventEmitter();
  isOffline = false;
  #rules: Rule[] = [];
  #inFlight = 0;
  #lastEndMs = performance.now();
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((incoming, reply) => void this.#handle(incoming, reply));

  private constructor(target: string) {
    this.target = target;
  }

  static async open(target: string): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(target);
    proxy.#server.on('connection', (socket) => {
      proxy.#sockets.add(socket);
      socket.on('close', () => proxy.#sockets.delete(socket));
    });
    await listenInFront(proxy.#server);
    return proxy;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The newest rule that matches is asked first. */
  route(match: UrlMatch, handler: Handler, { times = Number.POSITIVE_INFINITY } = {}): void {
    this.#rules.unshift({ match, handler, left: times });
  }

  unroute(match?: UrlMatch, handler?: Handler): void {
    this.#rules = this.#rules.filter(
      (rule) =>
        !(
          match === undefined ||
          (String(rule.match) === String(match) && (!handler || rule.handler === handler))
        ),
    );
  }

  setOffline(isOffline: boolean): void {
    this.isOffline = isOffline;
    if (isOffline) for (const socket of this.#sockets) socket.destroy();
  }

  /** Waits until no request has been on its way for a while, as Playwright's `networkidle` does. */
  async untilIdle(): Promise<void> {
    while (this.#inFlight > 0 || performance.now() - this.#lastEndMs < idleMs) await delay(pollIntervalMs);
  }

  /** A request of the test itself, past the rules. */
  async fetch(address: string): Promise<FetchedResponse> {
    const answer = await fetch(new URL(address, this.target));
    return new FetchedResponse({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      bytes: Buffer.from(await answer.arrayBuffer()),
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const exchange = new Exchange(this, { incoming, reply });
    this.#inFlight += 1;
    reply.on('close', () => {
      this.#inFlight -= 1;
      this.#lastEndMs = performance.now();
    });
    if (this.isOffline) return exchange.abort();
    incoming.on('error', () => undefined);
    reply.on('error', () => undefined);
    const rules = this.#rules.filter(
      ({ match, left }) => left > 0 && urlMatches(exchange.url, match, this.origin),
    );
    if (rules.length === 0) {
      const { method = 'GET', headers } = incoming;
      this.events.emit('request', new ProxiedRequest({ url: exchange.url, method, headers, body: null }));
      return exchange.forward();
    }
    const asked = await exchange.request();
    this.events.emit('request', asked);
    const askNext = async (): Promise<void> => {
      const rule = rules.shift();
      if (!rule) return exchange.forward();
      rule.left -= 1;
      await rule.handler(new ProxiedRoute(exchange, asked, askNext), asked);
    };
    await askNext();
  }
}
