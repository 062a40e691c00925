import { NetworkProxy } from './network-proxy.ts';
import { type OwningContext, WebKitPage } from './page.ts';
import { type BrowserOptions, type Geolocation, WebKitSession } from './webdriver-session.ts';

type ContextOptions = BrowserOptions & {
  /** The origin that the browser's requests are forwarded to. */
  readonly service: string;
  readonly serviceWorkers: 'allow' | 'block';
};

/** Playwright’s `BrowserContext` over WebDriver: a WebKit with its own profile and network. */
export class WebKitContext implements OwningContext {
  readonly session: WebKitSession;
  readonly proxy: NetworkProxy;
  readonly #pages: WebKitPage[] = [];
  readonly request = { get: (address: string) => this.proxy.fetch(address) };
  /** A window that is not used by the test yet. */
  #spare: string | undefined;

  private constructor(parts: { session: WebKitSession; proxy: NetworkProxy; window: string }) {
    this.session = parts.session;
    this.proxy = parts.proxy;
    this.#spare = parts.window;
  }

  static async open(options: ContextOptions): Promise<WebKitContext> {
    const proxy = await NetworkProxy.open(options.service);
    // The registration fails as if the settings forbid service workers.
    if (options.serviceWorkers === 'block') proxy.route('/sw.js', (route) => route.fulfill({ status: 404 }));
    const session = await WebKitSession.start(options);
    return new WebKitContext({ session, proxy, window: await session.driver.getWindowHandle() });
  }

  get baseURL(): string {
    return this.proxy.origin;
  }

  /** Playwright’s `expect(page).toHaveURL` reads the base of relative addresses here. */
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

  /** Called before a window closes, because the browser ends with its last window. */
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

  /** Disables the network and informs the open pages, like a browser without a network. */
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

  /** The console errors of the pages. */
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
