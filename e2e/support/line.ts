import type { Page, Request, Route } from '@playwright/test';
import { type ErrorCode, errorText } from '@sealflow/domain/errors';

/** `silent` never answers before the app’s timeout. */
const codes = {
  gateway: 'app.bad_gateway',
  cut: 'app.network_error',
  silent: 'app.timeout',
  offline: 'app.offline',
} as const satisfies Record<string, ErrorCode>;

const ended = 'login.token_expired' satisfies ErrorCode;

/** The longest timeout of a call. */
const limitMs = 30_000;

export type Fault = keyof typeof codes;
export const faults = Object.keys(codes) as readonly Fault[];

/** The network between a page and the service. It passes the calls of a start, and applies a fault to all others. */
export class Line {
  readonly #page: Page;
  readonly #language: 'cn' | 'en';
  #fault: Fault | 'expired' | 'slow' | null = null;
  #held: (() => void)[] = [];
  /** Aborted calls whose failure the page has not received yet. */
  readonly #cut = new Set<Request>();

  private constructor(page: Page, locale: string | undefined) {
    this.#page = page;
    this.#language = locale?.startsWith('zh') ? 'cn' : 'en';
  }

  static async to(page: Page, locale: string | undefined): Promise<Line> {
    const line = new Line(page, locale);
    page.on('requestfailed', (request) => line.#cut.delete(request));
    await page.clock.install();
    await page.route(/\/api\/v1\/(?!auth\/refresh-token|.*\/current-user)/, (route) => line.#carry(route));
    return line;
  }

  /** Applies the fault to all later calls. */
  async breaks(fault: Fault): Promise<void> {
    this.#fault = fault;
    await this.#page.context().setOffline(fault === 'offline');
  }

  /** The app’s message for a fault, with the seconds of its timeout. */
  told(fault: Fault, seconds = 30): string {
    return errorText(codes[fault], this.#language, { seconds });
  }

  /** Advances the clock past a timeout or the delay of a retry. */
  async passTime(): Promise<void> {
    if (this.#fault === 'silent') await this.#page.clock.fastForward(limitMs);
    // While an aborted call is in progress its timeout must not pass. Other calls get a sixth of the limit at a
    // time.
    if (this.#fault === 'cut' && this.#cut.size === 0) await this.#page.clock.fastForward(limitMs / 6);
  }

  /** Rejects all tokens from now on. @returns the app’s message. */
  ends(): string {
    this.#fault = 'expired';
    return errorText(ended, this.#language);
  }

  /** Holds all calls until `restore`. */
  async slows(): Promise<void> {
    this.#fault = 'slow';
    await this.#page.context().setOffline(false);
  }

  /** Releases the held calls and removes the fault. */
  mends(): void {
    this.#fault = null;
    for (const letGo of this.#held) letGo();
    this.#held = [];
  }

  async #carry(route: Route): Promise<void> {
    // Events make a screen reload by itself. Here it reloads only on command.
    if (route.request().url().endsWith('/events')) return route.abort();
    switch (this.#fault) {
      case 'gateway':
        return route.fulfill({ status: 502, body: 'Bad Gateway' });
      case 'expired':
        return route.fulfill({ status: 401, json: { code: ended, message: 'token expired', params: {} } });
      case 'cut':
        this.#cut.add(route.request());
        return route.abort();
      case 'offline':
        return route.abort();
      case 'silent':
        return undefined;
      case 'slow':
        await new Promise<void>((resolve) => this.#held.push(resolve));
        break;
      case null:
        break;
    }
    // The page may have left meanwhile.
    return route.continue().catch(() => undefined);
  }
}
