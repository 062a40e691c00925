import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenInFront } from '../../support/front-ports.ts';
import { Exchange, FetchedResponse, ProxiedRequest, ProxiedRoute } from './exchange.ts';
import { type UrlMatch, urlMatches } from './url-match.ts';

const idleMs = 500;
const pollIntervalMs = 50;

type Handler = (route: ProxiedRoute, request: ProxiedRequest) => unknown;
type Rule = { readonly match: UrlMatch; readonly handler: Handler; left: number };

/**
 * A proxy between a browser and the service, for a browser whose driver cannot intercept requests. It aborts,
 * fulfils and delays requests on behalf of a test.
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
  readonly #server = createServer((incoming, serverResponse) => void this.#handle(incoming, serverResponse));

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

  /** The newest matching rule is applied first. */
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

  /** Waits until no request was in progress for a while, as Playwright’s `networkidle` does. */
  async untilIdle(): Promise<void> {
    while (this.#inFlight > 0 || performance.now() - this.#lastEndMs < idleMs) await delay(pollIntervalMs);
  }

  /** A request of the test itself, without the rules. */
  async fetch(address: string): Promise<FetchedResponse> {
    const response = await fetch(new URL(address, this.target));
    return new FetchedResponse({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: Buffer.from(await response.arrayBuffer()),
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, serverResponse: ServerResponse): Promise<void> {
    const exchange = new Exchange(this, { incoming, serverResponse });
    this.#inFlight += 1;
    serverResponse.on('close', () => {
      this.#inFlight -= 1;
      this.#lastEndMs = performance.now();
    });
    if (this.isOffline) return exchange.abort();
    incoming.on('error', () => undefined);
    serverResponse.on('error', () => undefined);
    const rules = this.#rules.filter(
      ({ match, left }) => left > 0 && urlMatches(exchange.url, match, this.origin),
    );
    if (rules.length === 0) {
      const { method = 'GET', headers } = incoming;
      this.events.emit('request', new ProxiedRequest({ url: exchange.url, method, headers, body: null }));
      return exchange.forward();
    }
    const proxied = await exchange.request();
    this.events.emit('request', proxied);
    const callNextRule = async (): Promise<void> => {
      const rule = rules.shift();
      if (!rule) return exchange.forward();
      rule.left -= 1;
      await rule.handler(new ProxiedRoute(exchange, proxied, callNextRule), proxied);
    };
    await callNextRule();
  }
}
