import type { WebElement } from 'selenium-webdriver';
import type { Expectation, InPage, Observation, Readiness } from './in-page.ts';
import type { WebKitKeyboard } from './keyboard.ts';
import { filterSelector, Searchable, type TextFilter } from './searchable.ts';
import { type ExpectOptions, type ExpectResult, expectUntil, waitUntil } from './waiting.ts';
import { type DriverWindow, FrameMissing } from './webdriver-session.ts';

/** In functions that run in the page. */
declare const sealflowInPage: InPage;

const actionTimeoutMs = 120_000;

/** The part of a page that a locator uses. */
type LocatorPage = DriverWindow & { readonly keyboard: WebKitKeyboard };

type Filter = TextFilter & { readonly has?: WebKitLocator; readonly hasNot?: WebKitLocator };
type ActionOptions = { readonly timeout?: number };

/** Playwright's `Locator` over WebDriver, with the selectors of Playwright's own engine. */
export class WebKitLocator extends Searchable<WebKitLocator> {
  /** Playwright’s `expect` identifies the object by this name. */
  readonly _apiName = 'Locator';
  readonly #page: LocatorPage;
  readonly #frames: readonly string[];
  readonly #selector: string;

  constructor(page: LocatorPage, selector: string, frames: readonly string[] = []) {
    super();
    this.#page = page;
    this.#selector = selector;
    this.#frames = frames;
  }

  protected override within(selector: string): WebKitLocator {
    return new WebKitLocator(this.#page, `${this.#selector} >> ${selector}`, this.#frames);
  }

  page(): LocatorPage {
    return this.#page;
  }

  frameLocator(selector: string): WebKitFrameLocator {
    return new WebKitFrameLocator(this.#page, [...this.#frames, `${this.#selector} >> ${selector}`]);
  }

  /** The document inside of the `iframe` that this locator matches. */
  contentFrame(): WebKitFrameLocator {
    return new WebKitFrameLocator(this.#page, [...this.#frames, this.#selector]);
  }

  filter({ has, hasNot, ...texts }: Filter): WebKitLocator {
    const selectors = { has: has && has.#selector, hasNot: hasNot && hasNot.#selector };
    return this.within(filterSelector({ ...texts, ...selectors }));
  }

  or(other: WebKitLocator): WebKitLocator {
    return this.within(`internal:or=${JSON.stringify(other.#selector)}`);
  }

  and(other: WebKitLocator): WebKitLocator {
    return this.within(`internal:and=${JSON.stringify(other.#selector)}`);
  }

  nth(index: number): WebKitLocator {
    return this.within(`nth=${index}`);
  }

  first(): WebKitLocator {
    return this.nth(0);
  }

  last(): WebKitLocator {
    return this.nth(-1);
  }

  async all(): Promise<WebKitLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index));
  }

  count(): Promise<number> {
    return this.#call((selector: string) => sealflowInPage.all(selector).length);
  }

  isVisible(): Promise<boolean> {
    return this.#call((selector: string) => sealflowInPage.isVisible(selector));
  }

  async evaluate<Result, Argument>(
    work: (element: Element, argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    await this.#until('attached', async () => (await this.count()) > 0);
    const script = `async (selector, argument) => (${work.toString()})(sealflowInPage.one(selector), argument)`;
    return this.#page.inFrames(this.#frames, (session) =>
      session.call<Awaited<Result>>(script, this.#selector, argument),
    );
  }

  evaluateAll<Result>(work: (elements: Element[]) => Result): Promise<Awaited<Result>> {
    const script = `async (selector) => (${work.toString()})(sealflowInPage.all(selector))`;
    return this.#page.inFrames(this.#frames, (session) =>
      session.call<Awaited<Result>>(script, this.#selector),
    );
  }

  textContent(): Promise<string | null> {
    return this.evaluate((element) => element.textContent);
  }

  innerText(): Promise<string> {
    return this.evaluate((element) => (element as HTMLElement).innerText);
  }

  inputValue(): Promise<string> {
    return this.evaluate((element) => (element as HTMLInputElement).value);
  }

  getAttribute(name: string): Promise<string | null> {
    return this.evaluate((element, wanted) => element.getAttribute(wanted), name);
  }

  boundingBox(): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  }

  click(options?: ActionOptions): Promise<void> {
    return this.#act({ pointer: true }, (element) => element.click(), options);
  }

  dblclick(): Promise<void> {
    return this.#act({ pointer: true }, async (element) => {
      await element.getDriver().actions().doubleClick(element).perform();
    });
  }

  hover(): Promise<void> {
    return this.#act({ pointer: true }, async (element) => {
      await element.getDriver().actions().move({ origin: element }).perform();
    });
  }

  focus(): Promise<void> {
    return this.evaluate((element) => (element as HTMLElement).focus());
  }

  blur(): Promise<void> {
    return this.evaluate((element) => (element as HTMLElement).blur());
  }

  scrollIntoViewIfNeeded(): Promise<void> {
    return this.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  }

  async fill(text: string): Promise<void> {
    await this.#act({ pointer: false }, () => Promise.resolve());
    await this.#call((selector: string, value: string) => sealflowInPage.fill(selector, value), text);
  }

  async selectOption({ label }: { readonly label: string }): Promise<void> {
    await this.#act({ pointer: false }, () => Promise.resolve());
    await this.#call(
      (selector: string, wanted: string) => sealflowInPage.selectOption(selector, wanted),
      label,
    );
  }

  clear(): Promise<void> {
    return this.fill('');
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.type(text);
  }

  async press(keys: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press(keys);
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async setChecked(checked: boolean): Promise<void> {
    const isChecked = async () =>
      (await this.observe({ expression: 'to.be.checked', expectedValue: { checked } })).matches;
    await this.#until('attached', async () => (await this.count()) > 0);
    if (await isChecked()) return;
    await this.click();
    await this.#until(checked ? 'checked' : 'not checked', isChecked);
  }

  async dispatchEvent(type: string, init: object = {}): Promise<void> {
    await this.#until('attached', async () => (await this.count()) > 0);
    return this.#call(
      (selector: string, name: string, given: object) => sealflowInPage.dispatch(selector, name, given),
      type,
      init,
    );
  }

  async setInputFiles(paths: string | readonly string[]): Promise<void> {
    await this.#page.inFrames(this.#frames, async (session) => {
      const input = await session.call<WebElement>(
        (selector: string) => sealflowInPage.one(selector),
        this.#selector,
      );
      await input.sendKeys([paths].flat().join('\n'));
    });
  }

  async waitFor({ state = 'visible' }: { state?: 'attached' | 'detached' | 'visible' | 'hidden' } = {}) {
    await this.#until(state, async () => (await this.observe({ expression: `to.be.${state}` })).matches);
  }

  override toString(): string {
    return [...this.#frames, this.#selector].join(' >> frame >> ');
  }

  /** Compares once. A missing frame has no elements. */
  async observe(expectation: Expectation): Promise<Observation> {
    try {
      return await this.#call(
        (selector: string, wanted: Expectation) => sealflowInPage.observe(selector, wanted),
        expectation,
      );
    } catch (error) {
      if (!(error instanceof FrameMissing)) throw error;
      const isGone = /hidden|detached/.test(expectation.expression) || expectation.expectedNumber === 0;
      return { matches: isGone, received: undefined };
    }
  }

  /** Called by Playwright’s `expect`: compares until the result matches or the time is over. */
  _expect(expression: string, options: Omit<ExpectOptions, 'expression'>): Promise<ExpectResult> {
    return expectUntil({ ...options, expression }, (expectation) =>
      this.observe({ ...expectation, isNot: options.isNot }),
    );
  }

  #call<T>(script: (selector: string, ...args: never[]) => T, ...args: readonly unknown[]): Promise<T> {
    return this.#page.inFrames(this.#frames, (session) => session.call<T>(script, this.#selector, ...args));
  }

  #until(
    state: string,
    isReached: () => Promise<boolean>,
    { timeout = actionTimeoutMs }: ActionOptions = {},
  ): Promise<void> {
    return waitUntil(isReached, timeout, () => `${this.toString()} is not ${state} after ${timeout} ms`);
  }

  async #act(
    needs: { pointer: boolean },
    work: (element: WebElement) => Promise<void>,
    options?: ActionOptions,
  ): Promise<void> {
    let last: Readiness | { state: string } = { state: 'missing' };
    const attempt = () =>
      this.#page.inFrames(this.#frames, async (session) => {
        last = await session.call<Readiness>(
          (selector: string, wanted: { pointer: boolean }) => sealflowInPage.readiness(selector, wanted),
          this.#selector,
          needs,
        );
        if (last.state !== 'ready') return false;
        await work(
          await session.call<WebElement>((selector: string) => sealflowInPage.one(selector), this.#selector),
        );
        return true;
      });
    await this.#until('ready', attempt, options).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(last)}`, { cause: error });
    });
  }
}

/** A document inside of an `iframe`. */
export class WebKitFrameLocator extends Searchable<WebKitLocator> {
  readonly #page: LocatorPage;
  readonly #frames: readonly string[];

  constructor(page: LocatorPage, frames: readonly string[]) {
    super();
    this.#page = page;
    this.#frames = frames;
  }

  protected override within(selector: string): WebKitLocator {
    return new WebKitLocator(this.#page, selector, this.#frames);
  }
}
