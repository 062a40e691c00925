import type { Page, Request, Route } from '@playwright/test';
import { type ErrorCode, errorText } from '@sealflow/domain/errors';

/** `silent` never answers, until the app's time limit. */
const codes = {
  gateway: 'app.bad_gateway',
  cut: 'app.network_error',
  silent: 'app.timeout',
  offline: 'app.offline',
} as const satisfies Record<string, ErrorCode>;

const ended = 'login.token_expired' satisfies ErrorCode;

/** The longest limit of a call. */
const limitMs = 30_000;

export type Fault = keyof typeof codes;
export const faults = Object.keys(codes) as readonly Fault[];

/** The line between a page and the service: it carries a start, and fails in all else as it is told. */
export class Line {
  readonly #page: Page;
  readonly #language: 'cn' | 'en';
  #fault: Fault | 'expired' | 'slow' | null = null;
  #held: (() => void)[] = [];
  /** Calls that were cut, until the page has heard of it. */
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

  /** From now on every call meets this. */
  async breaks(fault: Fault): Promise<void> {
    this.#fault = fault;
    await this.#page.context().setOffline(fault === 'offline');
  }

  /** What the app has to say of a fault, with the seconds of its limit. */
  told(fault: Fault, seconds = 30): string {
    return errorText(codes[fault], this.#language, { seconds });
  }

  /** Lets time go by where nothing else would bring an end: a limit, and the wait before a second try. */
  async passTime(): Promise<void> {
    if (this.#fault === 'silent') await this.#page.clock.fastForward(limitMs);
    // A call that is on its way to be cut must not come to its limit before: one that is not cut yet has six tries' time.
    if (this.#fault === 'cut' && this.#cut.size === 0) await this.#page.clock.fastForward(limitMs / 6);
  }

  /** From now on the service takes nobody's token. @returns what the app has to say of it. */
  ends(): string {
    this.#fault = 'expired';
    return errorText(ended, this.#language);
  }

  /** Nothing is lost from now on, but nothing comes before it is let go. */
  async slows(): Promise<void> {
    this.#fault = 'slow';
    await this.#page.context().setOffline(false);
  }

  /** What was held comes, and the line is as it should be. */
  mends(): void {
    this.#fault = null;
    for (const letGo of this.#held) letGo();
    this.#held = [];
  }

  async #carry(route: Route): Promise<void> {
    // What is told as it happens makes a screen ask by itself: here it asks only when it is told to.
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
    // Whoever asked may have left meanwhile.
    return route.continue().catch(() => undefined);
  }
}
