import { writeFile } from 'node:fs/promises';
import axe from 'axe-core';
import type { WebElement } from 'selenium-webdriver';
import { waitForDownload } from './downloads.ts';
import type { ProxiedRequest } from './exchange.ts';
import type { Expectation, InPage, Observation } from './in-page.ts';
import { WebKitKeyboard } from './keyboard.ts';
import { WebKitFrameLocator, WebKitLocator } from './locator.ts';
import type { NetworkProxy } from './network-proxy.ts';
import { Searchable } from './searchable.ts';
import { type UrlMatch, urlMatches } from './url-match.ts';
import { expectUntil, waitUntil } from './waiting.ts';
import type { WebKitSession } from './webdriver-session.ts';

declare const sealflowInPage: InPage;

const waitTimeoutMs = 120_000;

type WaitOptions = { readonly timeout?: number };

/** The part of a browser that its page uses. */
export type OwningContext = {
  readonly session: WebKitSession;
  readonly proxy: NetworkProxy;
  readonly baseURL: string;
  readonly request: { readonly get: (address: string) => ReturnType<NetworkProxy['fetch']> };
  readonly keepWindow: () => Promise<void>;
  readonly addInitScript: <Argument>(
    script: ((argument: Argument) => unknown) | { readonly content: string },
    argument?: Argument,
  ) => Promise<void>;
  readonly route: (...rule: Parameters<NetworkProxy['route']>) => Promise<void>;
  readonly unroute: (...rule: Parameters<NetworkProxy['unroute']>) => Promise<void>;
  readonly unrouteAll: () => Promise<void>;
  readonly waitForNetwork: (
    name: 'response' | 'requestfailed',
    matches: (event: { readonly url: string; readonly status: number }) => boolean,
  ) => Promise<unknown>;
};

/** Playwright's `Page` over WebDriver: one window of a WebKit. */
export class WebKitPage extends Searchable<WebKitLocator> {
  readonly _apiName = 'Page';
  readonly keyboard = new WebKitKeyboard(this);
  readonly #context: OwningContext;
  readonly #window: string;
  #isClosed = false;
  #lastUrl = 'about:blank';

  constructor(context: OwningContext, window: string) {
    super();
    this.#context = context;
    this.#window = window;
  }

  protected override within(selector: string): WebKitLocator {
    return new WebKitLocator(this, selector);
  }

  frameLocator(selector: string): WebKitFrameLocator {
    return new WebKitFrameLocator(this, [selector]);
  }

  context(): OwningContext {
    return this.#context;
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs commands in this window and one of its frames. */
  inFrames<T>(frames: readonly string[], work: (session: WebKitSession) => Promise<T>): Promise<T> {
    const { session } = this.#context;
    return session.in(this.#window, frames, () => work(session));
  }

  async goto(address: string): Promise<void> {
    const { href } = new URL(address, this.#context.baseURL);
    await this.inFrames([], ({ driver }) => driver.get(href));
    await this.#readUrl();
  }

  async reload(): Promise<void> {
    await this.inFrames([], ({ driver }) => driver.navigate().refresh());
  }

  async goBack(): Promise<void> {
    await this.inFrames([], ({ driver }) => driver.navigate().back());
  }

  async goForward(): Promise<void> {
    await this.inFrames([], ({ driver }) => driver.navigate().forward());
  }

  async #readUrl(): Promise<string> {
    this.#lastUrl = await this.inFrames([], ({ driver }) => driver.getCurrentUrl());
    return this.#lastUrl;
  }

  /** The last known address of the window, for `expect(page).toHaveURL`. */
  url(): string {
    return this.#lastUrl;
  }

  title(): Promise<string> {
    return this.inFrames([], ({ driver }) => driver.getTitle());
  }

  evaluate<Result, Argument>(
    work: ((argument: Argument) => Result) | string,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    const script =
      typeof work === 'string'
        ? `async () => (${work})`
        : `async (argument) => (${work.toString()})(argument)`;
    return this.inFrames([], (session) => session.call<Awaited<Result>>(script, argument));
  }

  async waitForFunction<Argument>(
    work: (argument: Argument) => unknown,
    argument?: Argument,
    { timeout = waitTimeoutMs }: WaitOptions = {},
  ): Promise<void> {
    await waitUntil(
      () => this.evaluate(work, argument),
      timeout,
      () => `condition does not hold after ${timeout} ms: ${work.toString()}`,
    );
  }

  async waitForURL(match: UrlMatch): Promise<void> {
    const { origin } = this.#context.proxy;
    await waitUntil(
      async () => urlMatches(await this.#readUrl(), match, origin),
      waitTimeoutMs,
      () => `${this.#lastUrl} does not match ${String(match)} after ${waitTimeoutMs} ms`,
    );
  }

  async waitForEvent(
    name: 'filechooser' | 'download' | 'load' | 'requestfailed',
    predicate: (subject: { url(): string }) => boolean = () => true,
  ): Promise<unknown> {
    if (name === 'filechooser') return this.#waitForFileChooser();
    if (name === 'download') return waitForDownload(this.#context.session.downloads, waitTimeoutMs);
    if (name === 'load') return this.#waitForLoad();
    return this.#context.waitForNetwork(name, ({ url }) => predicate({ url: () => url }));
  }

  waitForResponse(match: UrlMatch | ((response: { url(): string; status(): number }) => boolean)) {
    const { origin } = this.#context.proxy;
    return this.#context.waitForNetwork('response', (response) =>
      typeof match === 'function'
        ? (match as (response: unknown) => boolean)({
            url: () => response.url,
            status: () => response.status,
          })
        : urlMatches(response.url, match, origin),
    );
  }

  waitForRequest(match: UrlMatch): Promise<ProxiedRequest> {
    const { origin, events } = this.#context.proxy;
    return new Promise((resolve) => {
      const listener = (proxied: ProxiedRequest) => {
        if (!urlMatches(proxied.url(), match, origin)) return;
        events.off('request', listener);
        resolve(proxied);
      };
      events.on('request', listener);
    });
  }

  async waitForLoadState(state: 'load' | 'networkidle' = 'load'): Promise<void> {
    await this.waitForFunction(() => document.readyState === 'complete');
    if (state === 'networkidle') await this.#context.proxy.untilIdle();
  }

  async #waitForFileChooser() {
    await this.evaluate(() => sealflowInPage.interceptFileChooser());
    await this.waitForFunction(() => sealflowInPage.fileChooser() !== null);
    return {
      setFiles: (paths: string | readonly string[]) =>
        this.inFrames([], async (session) => {
          const input = await session.call<WebElement>(() => sealflowInPage.fileChooser());
          await input.sendKeys([paths].flat().join('\n'));
        }),
    };
  }

  /** Waits until a newer document has loaded. */
  async #waitForLoad(): Promise<void> {
    await this.evaluate(() => {
      document.documentElement.dataset['beforeLoad'] = '';
    });
    await this.waitForFunction(
      () => !('beforeLoad' in document.documentElement.dataset) && document.readyState === 'complete',
    );
  }

  async screenshot({ path }: { readonly path?: string } = {}): Promise<Buffer> {
    const picture = Buffer.from(await this.inFrames([], ({ driver }) => driver.takeScreenshot()), 'base64');
    if (path !== undefined) await writeFile(path, picture);
    return picture;
  }

  async setViewportSize({
    width,
    height,
  }: {
    readonly width: number;
    readonly height: number;
  }): Promise<void> {
    await this.inFrames([], ({ driver }) => driver.manage().window().setRect({ x: 0, y: 0, width, height }));
    await this.waitForFunction((wanted) => window.innerWidth === wanted, width);
  }

  /** The results of axe for the page itself. The origins of its frames are not accessible. */
  async axeViolations(only: { readonly tags?: string[]; readonly rules?: string[] }): Promise<string[]> {
    await this.inFrames([], ({ driver }) => driver.executeScript(axe.source));
    return this.evaluate(
      async (runOnly) => {
        const scope = window as unknown as { axe: typeof axe };
        const { violations } = await scope.axe.run(document, { runOnly, preload: false, iframes: false });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
      },
      only.tags
        ? { type: 'tag' as const, values: only.tags }
        : { type: 'rule' as const, values: only.rules ?? [] },
    );
  }

  addInitScript(...script: Parameters<OwningContext['addInitScript']>): Promise<void> {
    return this.#context.addInitScript(...script);
  }

  route(...rule: Parameters<NetworkProxy['route']>): Promise<void> {
    return this.#context.route(...rule);
  }

  unroute(...rule: Parameters<NetworkProxy['unroute']>): Promise<void> {
    return this.#context.unroute(...rule);
  }

  unrouteAll(): Promise<void> {
    return this.#context.unrouteAll();
  }

  async bringToFront(): Promise<void> {
    await this.inFrames([], async () => undefined);
  }

  get request(): OwningContext['request'] {
    return this.#context.request;
  }

  /** Opens another window. */
  openWindow(): Promise<string> {
    return this.#context.session.openWindow(this.#window);
  }

  async close(): Promise<void> {
    await this.#context.keepWindow();
    this.#isClosed = true;
    await this.inFrames([], ({ driver }) => driver.close());
  }

  /** Playwright’s `expect` reads title and address from the main frame. */
  mainFrame() {
    return {
      _expect: (expression: string, options: Omit<Parameters<typeof expectUntil>[0], 'expression'>) =>
        expectUntil({ ...options, expression }, (expectation) => this.#observe(expectation)),
    };
  }

  async #observe({ expression, expectedText = [] }: Expectation): Promise<Observation> {
    const received = expression === 'to.have.url' ? await this.#readUrl() : await this.title();
    const matches = expectedText.some(({ string, regexSource, regexFlags }) =>
      regexSource === undefined ? string === received : new RegExp(regexSource, regexFlags).test(received),
    );
    return { matches, received };
  }
}
