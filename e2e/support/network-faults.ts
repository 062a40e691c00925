import type { Page, Request, Route } from '@playwright/test';
import { type ErrorCode, errorText } from '@sealflow/domain/errors';

/** `silent`: no response before the app’s timeout. */
const codes = {
  gateway: 'app.bad_gateway',
  cut: 'app.network_error',
  silent: 'app.timeout',
  offline: 'app.offline',
} as const satisfies Record<string, ErrorCode>;

const expiredCode = 'login.token_expired' satisfies ErrorCode;

/** The longest timeout of a call. */
const maxTimeoutMs = 30_000;

export type Fault = keyof typeof codes;
export const faults = Object.keys(codes) as readonly Fault[];

/** The network between a page and the service. It passes the calls of a start, and applies a fault to all others. */
export class NetworkFaults {
  readonly #page: Page;
  readonly #language: 'cn' | 'en';
  #fault: Fault | 'expired' | 'slow' | null = null;
  #heldCalls: (() => void)[] = [];
  /** Aborted calls whose failure the page has not received yet. */
  readonly #abortedCalls = new Set<Request>();

  private constructor(page: Page, locale: string | undefined) {
    this.#page = page;
    this.#language = locale?.startsWith('zh') ? 'cn' : 'en';
  }

  static async install(page: Page, locale: string | undefined): Promise<NetworkFaults> {
    const networkFaults = new NetworkFaults(page, locale);
    page.on('requestfailed', (request) => networkFaults.#abortedCalls.delete(request));
    await page.clock.install();
    await page.route(/\/api\/v1\/(?!auth\/refresh-token|.*\/current-user)/, (route) =>
      networkFaults.#handle(route),
    );
    return networkFaults;
  }

  /** Applies the fault to all later calls. */
  async inject(fault: Fault): Promise<void> {
    this.#fault = fault;
    await this.#page.context().setOffline(fault === 'offline');
  }

  /** The app’s message for a fault, with the seconds of its timeout. */
  messageFor(fault: Fault, seconds = 30): string {
    return errorText(codes[fault], this.#language, { seconds });
  }

  /** Advances the clock past a timeout or the delay of a retry. */
  async advanceTime(): Promise<void> {
    if (this.#fault === 'silent') await this.#page.clock.fastForward(maxTimeoutMs);
    // While an aborted call is in progress its timeout must not pass. Other calls get a sixth of the limit at a
    // time.
    if (this.#fault === 'cut' && this.#abortedCalls.size === 0)
      await this.#page.clock.fastForward(maxTimeoutMs / 6);
  }

  /** Rejects all tokens from now on. @returns the app’s message. */
  expireTokens(): string {
    this.#fault = 'expired';
    return errorText(expiredCode, this.#language);
  }

  /** Holds all calls until `restore`. */
  async holdCalls(): Promise<void> {
    this.#fault = 'slow';
    await this.#page.context().setOffline(false);
  }

  /** Releases the held calls and removes the fault. */
  restore(): void {
    this.#fault = null;
    for (const release of this.#heldCalls) release();
    this.#heldCalls = [];
  }

  async #handle(route: Route): Promise<void> {
    // Events make a screen reload by itself. Here it reloads only on command.
    if (route.request().url().endsWith('/events')) return route.abort();
    switch (this.#fault) {
      case 'gateway':
        return route.fulfill({ status: 502, body: 'Bad Gateway' });
      case 'expired':
        return route.fulfill({
          status: 401,
          json: { code: expiredCode, message: 'token expired', params: {} },
        });
      case 'cut':
        this.#abortedCalls.add(route.request());
        return route.abort();
      case 'offline':
        return route.abort();
      case 'silent':
        return undefined;
      case 'slow':
        await new Promise<void>((resolve) => this.#heldCalls.push(resolve));
        break;
      case null:
        break;
    }
    // The page may have left meanwhile.
    return route.continue().catch(() => undefined);
  }
}
