import { setTimeout as delay } from 'node:timers/promises';
import { getByLabelSelector, getByPlaceholderSelector, getByRoleSelector, getByTextSelector } from 'ivya';
import type { WebElement } from 'selenium-webdriver';
import type { Expectation, InPage, Observation, Readiness } from './in-page.ts';
import type { WebKitKeyboard } from './keyboard.ts';
import { type DriverWindow, FrameMissing } from './webdriver-session.ts';

/** In functions that run in the page. */
declare const sealflowInPage: InPage;

const pollIntervalMs = 50;
const actionTimeoutMs = 120_000;

/** What a locator uses of its page. */
type LocatorPage = DriverWindow & { readonly keyboard: WebKitKeyboard };

type ByText = { readonly exact?: boolean };
type Filter = {
  readonly hasText?: string | RegExp;
  readonly hasNotText?: string | RegExp;
  readonly has?: WebKitLocator;
  readonly hasNot?: WebKitLocator;
};
type ActionOptions = { readonly timeout?: number };
type ExpectOptions = Expectation & { readonly isNot: boolean; readonly timeout: number };

const textSelector = (text: string | RegExp) =>
  typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text);

/** What both a page and an element of it can be searched by. */
export abstract class Searchable {
  protected abstract within(selector: string): WebKitLocator;

  locator(selector: string): WebKitLocator {
    return this.within(selector);
  }

  getByRole(role: string, options: Parameters<typeof getByRoleSelector>[1] = {}): WebKitLocator {
    return this.within(getByRoleSelector(role, options));
  }

  getByText(text: string | RegExp, options?: ByText): WebKitLocator {
    return this.within(getByTextSelector(text, options));
  }

  getByLabel(text: string | RegExp, options?: ByText): WebKitLocator {
    return this.within(getByLabelSelector(text, options));
  }

  getByPlaceholder(text: string | RegExp, options?: ByText): WebKitLocator {
    return this.within(getByPlaceholderSelector(text, options));
  }
}

/** Playwright's `Locator` over WebDriver, with the selectors of Playwright's own engine. */
export class WebKitLocator extends Searchable {
  /** By this name Playwright's `expect` knows what it was given. */
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

  /** The document inside the `iframe` that this locator names. */
  contentFrame(): WebKitFrameLocator {
    return new WebKitFrameLocator(this.#page, [...this.#frames, this.#selector]);
  }

  filter({ hasText, hasNotText, has, hasNot }: Filter): WebKitLocator {
    const parts = [
      ...(hasText === undefined ? [] : [`internal:has-text=${textSelector(hasText)}`]),
      ...(hasNotText === undefined ? [] : [`internal:has-not-text=${textSelector(hasNotText)}`]),
      ...(has === undefined ? [] : [`internal:has=${JSON.stringify(has.#selector)}`]),
      ...(hasNot === undefined ? [] : [`internal:has-not=${JSON.stringify(hasNot.#selector)}`]),
    ];
    return this.within(parts.join(' >> '));
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
    return this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
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

  dispatchEvent(type: string, init: object = {}): Promise<void> {
    return this.evaluate(
      (element, event) => {
        element.dispatchEvent(
          new Event(event.type, { bubbles: true, cancelable: true, composed: true, ...event.init }),
        );
      },
      { type, init },
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

  /** Compares once. A frame that is not there has no element either. */
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

  /** Called by Playwright's `expect`: compares until the answer is as wanted or the time is over. */
  _expect(expression: string, options: Omit<ExpectOptions, 'expression'>): Promise<ExpectResult> {
    return expectUntil({ ...options, expression }, (expectation) =>
      this.observe({ ...expectation, isNot: options.isNot }),
    );
  }

  #call<T>(script: (selector: string, ...args: never[]) => T, ...args: readonly unknown[]): Promise<T> {
    return this.#page.inFrames(this.#frames, (session) => session.call<T>(script, this.#selector, ...args));
  }

  async #until(
    state: string,
    isReached: () => Promise<boolean>,
    { timeout = actionTimeoutMs }: ActionOptions = {},
  ): Promise<void> {
    const endMs = performance.now() + timeout;
    while (!(await isReached().catch(retryable))) {
      if (performance.now() > endMs)
        throw new Error(`${this.toString()} is not ${state} after ${timeout} ms`);
      await delay(pollIntervalMs);
    }
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

/** A document inside an `iframe`. */
export class WebKitFrameLocator extends Searchable {
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

type ExpectResult = {
  readonly matches: boolean;
  readonly received: { readonly value: unknown };
  readonly timedOut?: boolean;
  readonly log: readonly string[];
};

/** Errors of a document that is being replaced, or of an element that went away between two commands. */
export function retryable(error: unknown): false {
  const isPassing =
    error instanceof FrameMissing ||
    (error instanceof Error &&
      /StaleElement|ElementClickIntercepted|NoSuchFrame|JavascriptError|ElementNotInteractable|NoSuchElement/.test(
        error.name,
      ));
  if (!isPassing) throw error;
  return false;
}

export async function expectUntil(
  { isNot, timeout, ...expectation }: ExpectOptions,
  observe: (expectation: Expectation) => Promise<Observation>,
): Promise<ExpectResult> {
  const endMs = performance.now() + timeout;
  let last: Observation = { matches: isNot, received: undefined };
  for (;;) {
    const observed = await observe(expectation).catch(retryable);
    if (observed) last = observed;
    const log = [`last seen: ${JSON.stringify(last.received)}`];
    if (observed && last.matches !== isNot)
      return { matches: last.matches, received: { value: last.received }, log };
    if (performance.now() > endMs)
      return { matches: isNot, received: { value: last.received }, timedOut: true, log };
    await delay(pollIntervalMs);
  }
}
