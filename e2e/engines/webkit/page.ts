import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import axe from 'axe-core';
import type { WebElement } from 'selenium-webdriver';
import { waitForDownload } from './downloads.ts';
import type { Expectation, InPage, Observation } from './in-page.ts';
import { WebKitKeyboard } from './keyboard.ts';
import { expectUntil, retryable, Searchable, WebKitFrameLocator, WebKitLocator } from './locator.ts';
import { NetworkProxy, type ProxiedRequest, type UrlMatch, urlMatches } from './network-proxy.ts';
import { type BrowserOptions, type Geolocation, WebKitSession } from './webdriver-session.ts';

declare const sealflowInPage: InPage;

const waitTimeoutMs = 120_000;
const pollIntervalMs = 50;

type WaitOptions = { readonly timeout?: number };

/** Playwright's `Page` over WebDriver: one window of a WebKit. */
export class WebKitPage extends Searchable {
  readonly _apiName = 'Page';
  readonly keyboard = new WebKitKeyboard(this);
  readonly #context: WebKitContext;
  readonly #window: string;
  #isClosed = false;
  #lastUrl = 'about:blank';

  constructor(context: WebKitContext, window: string) {
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

  context(): WebKitContext {
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

  /** Where the window was when it was last asked, by `expect(page).toHaveURL` for one. */
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
    const endMs = performance.now() + timeout;
    while (!(await this.evaluate(work, argument).catch(retryable))) {
      if (performance.now() > endMs)
        throw new Error(`condition does not hold after ${timeout} ms: ${work.toString()}`);
      await delay(pollIntervalMs);
    }
  }

  async waitForURL(match: UrlMatch): Promise<void> {
    while (!urlMatches(await this.#readUrl(), match, this.#context.proxy.origin)) await delay(pollIntervalMs);
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
      const listener = (asked: ProxiedRequest) => {
        if (!urlMatches(asked.url(), match, origin)) return;
        events.off('request', listener);
        resolve(asked);
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

  /** Waits until a document that comes after the present one has loaded. */
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

  /** What axe finds in the page itself, not in its frames: their origins are closed to it. */
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

  addInitScript(...script: Parameters<WebKitContext['addInitScript']>): Promise<void> {
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

  get request(): WebKitContext['request'] {
    return this.#context.request;
  }

  /** Opens a window beside this one. */
  openWindow(): Promise<string> {
    return this.#context.session.openWindow(this.#window);
  }

  async close(): Promise<void> {
    await this.#context.keepWindow();
    this.#isClosed = true;
    await this.inFrames([], ({ driver }) => driver.close());
  }

  /** Playwright's `expect` asks the main frame about title and address. */
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

type ContextOptions = BrowserOptions & {
  /** The origin that the browser's requests are forwarded to. */
  readonly service: string;
  readonly serviceWorkers: 'allow' | 'block';
};

/** Playwright's `BrowserContext` over WebDriver: a WebKit of its own with its profile and its network. */
export class WebKitContext {
  readonly session: WebKitSession;
  readonly proxy: NetworkProxy;
  readonly #pages: WebKitPage[] = [];
  readonly request = { get: (address: string) => this.proxy.fetch(address) };
  /** A window that is no page of the test yet. */
  #spare: string | undefined;

  private constructor(parts: { session: WebKitSession; proxy: NetworkProxy; window: string }) {
    this.session = parts.session;
    this.proxy = parts.proxy;
    this.#spare = parts.window;
  }

  static async open(options: ContextOptions): Promise<WebKitContext> {
    const proxy = await NetworkProxy.open(options.service);
    // Registering fails as it does where a person's settings forbid service workers.
    if (options.serviceWorkers === 'block') proxy.route('/sw.js', (route) => route.fulfill({ status: 404 }));
    const session = await WebKitSession.start(options);
    return new WebKitContext({ session, proxy, window: await session.driver.getWindowHandle() });
  }

  get baseURL(): string {
    return this.proxy.origin;
  }

  /** Where Playwright's `expect(page).toHaveURL` looks for the base of relative addresses. */
  get _options(): { readonly baseURL: string } {
    return { baseURL: this.baseURL };
  }

  async newPage(): Promise<WebKitPage> {
    const window = this.#spare ?? (await this.pages()[0]?.openWindow());
    if (window === undefined) throw new Error('the browser has no window');
    this.#spare = undefined;
    const page = new WebKitPage(this, window);
    this.#pages.push(page);
    return page;
  }

  /** Called before a window closes: the browser ends with its last one. */
  async keepWindow(): Promise<void> {
    const [page, ...others] = this.pages();
    if (others.length === 0) this.#spare ??= await page?.openWindow();
  }

  grantPermissions(permissions: readonly string[]): Promise<void> {
    return this.session.allow(permissions);
  }

  setGeolocation(position: Geolocation): Promise<void> {
    return this.session.setGeolocation(position);
  }

  pages(): readonly WebKitPage[] {
    return this.#pages.filter((page) => !page.isClosed());
  }

  async route(...rule: Parameters<NetworkProxy['route']>): Promise<void> {
    this.proxy.route(...rule);
  }

  async unroute(...rule: Parameters<NetworkProxy['unroute']>): Promise<void> {
    this.proxy.unroute(...rule);
  }

  async unrouteAll(): Promise<void> {
    this.proxy.unroute();
  }

  async addInitScript<Argument>(
    script: ((argument: Argument) => unknown) | { readonly content: string },
    argument?: Argument,
  ): Promise<void> {
    const source =
      typeof script === 'function' ? `(${script.toString()})(${JSON.stringify(argument)})` : script.content;
    await this.session.addInitScript(source);
  }

  /** Cuts the network, and tells the open pages, as the browser does on a machine without one. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.proxy.setOffline(isOffline);
    const override = (offline: boolean) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !offline });
      window.dispatchEvent(new Event(offline ? 'offline' : 'online'));
    };
    await this.addInitScript(override, isOffline);
    for (const page of this.pages()) await page.evaluate(override, isOffline);
  }

  waitForNetwork(
    name: 'response' | 'requestfailed',
    matches: (event: { readonly url: string; readonly status: number }) => boolean,
  ): Promise<unknown> {
    const { events } = this.proxy;
    return new Promise((resolve) => {
      const listener = (event: { url: string; status: number }) => {
        if (!matches(event)) return;
        events.off(name, listener);
        resolve({ url: () => event.url, status: () => event.status });
      };
      events.on(name, listener);
    });
  }

  /** What the pages wrote to their consoles as errors. */
  errors(): string[] {
    return this.session.consoleLines.filter(
      (line) => / ERROR /.test(line) && !/Failed to load resource|due to access control checks/.test(line),
    );
  }

  async close(): Promise<void> {
    await this.session.close();
    await this.proxy.close();
  }
}
