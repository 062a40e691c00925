// Runs in the page under test: finds elements with Playwright’s selectors and answers the queries of a locator.
import { Ivya } from 'ivya';
import {
  getAriaChecked,
  getAriaDisabled,
  getElementAccessibleDescription,
  getElementAccessibleName,
  isElementVisible,
} from 'ivya/utils';

const ivya = Ivya.create({ browser: 'webkit' });

export type ExpectedText = {
  readonly string?: string;
  readonly regexSource?: string;
  readonly regexFlags?: string;
  readonly matchSubstring?: boolean;
  readonly ignoreCase?: boolean;
  readonly normalizeWhiteSpace?: boolean;
};

export type Expectation = {
  readonly expression: string;
  /** Whether the opposite is expected. A missing element then has no text to compare. */
  readonly isNot?: boolean;
  readonly expressionArg?: string;
  readonly expectedText?: readonly ExpectedText[];
  readonly expectedNumber?: number;
  readonly expectedValue?: unknown;
};

export type Observation = { readonly matches: boolean; readonly received: unknown };

/** Searches from the document. Ivya starts below its root element by default. */
const all = (selector: string): Element[] => ivya.queryLocatorSelectorAll(selector, document);

/** Throws if a selector matches more than one element, as Playwright does. */
function one(selector: string): Element | null {
  const found = all(selector);
  if (found.length > 1)
    throw new Error(`strict mode violation: ${selector} resolved to ${found.length} elements`);
  return found[0] ?? null;
}

const normalized = (text: string) =>
  text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ');

function textMatches(received: string, expected: ExpectedText): boolean {
  const text = expected.normalizeWhiteSpace ? normalized(received) : received;
  if (expected.regexSource !== undefined)
    return new RegExp(expected.regexSource, expected.regexFlags).test(text);
  let wanted = expected.string ?? '';
  if (expected.normalizeWhiteSpace) wanted = normalized(wanted);
  const [left, right] = expected.ignoreCase ? [text.toLowerCase(), wanted.toLowerCase()] : [text, wanted];
  return expected.matchSubstring ? left.includes(right) : left === right;
}

/** The visible part of an element in the window, clipped by scroll containers. */
function visibleRatio(element: Element): Promise<number> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve(entry?.intersectionRatio ?? 0);
    });
    observer.observe(element);
  });
}

const valueOf = (element: Element) =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement
    ? element.value
    : '';

/** The property of an element that Playwright’s `expect` names. */
const texts: Readonly<Record<string, (element: Element, argument: string) => string>> = {
  'to.have.text': (element) => element.textContent ?? '',
  'to.contain.text': (element) => element.textContent ?? '',
  'to.have.value': valueOf,
  'to.have.attribute.value': (element, name) => element.getAttribute(name) ?? '',
  'to.have.accessible.name': (element) => getElementAccessibleName(element, false),
  'to.have.accessible.description': (element) => getElementAccessibleDescription(element, false),
  'to.have.id': (element) => element.id,
  'to.have.css': (element, name) => getComputedStyle(element).getPropertyValue(name),
};

const states: Readonly<Record<string, (element: Element, expectation: Expectation) => boolean>> = {
  'to.be.attached': () => true,
  'to.be.visible': (element) => isElementVisible(element),
  'to.be.checked': (element, { expectedValue }) =>
    getAriaChecked(element) === ((expectedValue as { checked?: boolean } | undefined)?.checked ?? true),
  'to.be.disabled': (element) => getAriaDisabled(element),
  'to.be.enabled': (element) => !getAriaDisabled(element),
  // Without a window manager no window regains the focus. Playwright’s pages always have it.
  'to.be.focused': (element) => element === document.activeElement,
  'to.have.attribute': (element, { expressionArg }) => element.hasAttribute(expressionArg ?? ''),
  'to.be.empty': (element) => (element.textContent ?? '') === '',
  'to.be.editable': (element) =>
    !getAriaDisabled(element) && !(element as Partial<HTMLInputElement>).readOnly,
};

/** Compares the elements of a selector with one expectation, once. */
async function observe(selector: string, expectation: Expectation): Promise<Observation> {
  const { expression, expressionArg = '', expectedText = [], expectedNumber } = expectation;
  if (expression === 'to.have.count') {
    const { length } = all(selector);
    return { matches: length === expectedNumber, received: length };
  }
  if (expression === 'to.have.text.array' || expression === 'to.contain.text.array') {
    const received = all(selector).map((element) => element.textContent ?? '');
    const matches =
      received.length === expectedText.length &&
      expectedText.every((expected, index) => textMatches(received[index] ?? '', expected));
    return { matches, received };
  }
  const element = one(selector);
  if (expression === 'to.be.hidden') {
    const isHidden = element === null || !isElementVisible(element);
    return { matches: isHidden, received: isHidden ? 'hidden' : 'visible' };
  }
  if (expression === 'to.be.detached') return { matches: element === null, received: element !== null };
  if (element === null) {
    const holdsOfNothing = /visible|attached|in\.viewport/.test(expression);
    return { matches: holdsOfNothing ? false : expectation.isNot === true, received: undefined };
  }
  if (expression === 'to.be.in.viewport') {
    const received = await visibleRatio(element);
    return { matches: received > 0 && received >= (expectedNumber ?? 0), received };
  }
  const read = texts[expression];
  if (read) {
    const received = read(element, expressionArg);
    return { matches: expectedText.some((expected) => textMatches(received, expected)), received };
  }
  const check = states[expression];
  if (!check) throw new Error(`${expression} is not known to the WebKit driver`);
  const matches = check(element, expectation);
  return { matches, received: matches };
}

export type Readiness =
  | { readonly state: 'missing' | 'hidden' | 'disabled' | 'moving' }
  | { readonly state: 'covered'; readonly by: string }
  | { readonly state: 'ready'; readonly x: number; readonly y: number };

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

const describe = (element: Element | null) =>
  element ? `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">` : 'nothing';

/** Whether a person could press an element: visible, enabled, stable, and not covered. */
async function readiness(selector: string, needs: { readonly pointer: boolean }): Promise<Readiness> {
  const element = one(selector);
  if (element === null) return { state: 'missing' };
  if (!isElementVisible(element)) return { state: 'hidden' };
  if (getAriaDisabled(element)) return { state: 'disabled' };
  if (!needs.pointer) return { state: 'ready', x: 0, y: 0 };
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await nextFrame();
  await nextFrame();
  let box = element.getBoundingClientRect();
  if (before.x !== box.x || before.y !== box.y || before.width !== box.width) return { state: 'moving' };
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isOurs = () => {
    const hit = document.elementFromPoint(x, y);
    const label = hit?.closest('label');
    return (
      hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(element) === true)
    );
  };
  if (!isOurs()) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await nextFrame();
    box = element.getBoundingClientRect();
    [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  }
  if (!isOurs()) return { state: 'covered', by: describe(document.elementFromPoint(x, y)) };
  return { state: 'ready', x, y };
}

/** Inserts the text into a field as one edit, like a paste, so that the field fires its events. */
function fill(selector: string, text: string): void {
  const element = one(selector) as HTMLInputElement | HTMLTextAreaElement;
  element.focus();
  if (
    element instanceof HTMLInputElement &&
    /^(date|time|month|range|color|datetime-local)$/.test(element.type)
  ) {
    Reflect.set(HTMLInputElement.prototype, 'value', text, element);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  element.select();
  if (text === '') document.execCommand('delete');
  else document.execCommand('insertText', false, text);
}

/** Chooses the option of a select element by its label. */
function selectOption(selector: string, label: string): void {
  const element = one(selector) as HTMLSelectElement;
  element.selectedIndex = [...element.options].findIndex((option) => option.label === label);
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Fires an event at the element. */
function dispatch(selector: string, type: string, init: object): void {
  one(selector)?.dispatchEvent(new Event(type, { bubbles: true, cancelable: true, composed: true, ...init }));
}

type ChooserWindow = typeof window & { sealflowChooser?: HTMLInputElement | undefined };

/** Intercepts the next file chooser. */
function interceptFileChooser(): void {
  const scope = window as ChooserWindow;
  scope.sealflowChooser = undefined;
  // The prototype of all elements has the browser's own method.
  HTMLInputElement.prototype.click = function click(this: HTMLInputElement) {
    if (this.type !== 'file') {
      HTMLElement.prototype.click.call(this);
      return;
    }
    Reflect.deleteProperty(HTMLInputElement.prototype, 'click');
    scope.sealflowChooser = this;
  };
}

const api = {
  all,
  one,
  observe,
  readiness,
  fill,
  selectOption,
  dispatch,
  interceptFileChooser,
  isVisible: (selector: string) => {
    const element = one(selector);
    return element !== null && isElementVisible(element);
  },
  fileChooser: () => (window as ChooserWindow).sealflowChooser ?? null,
};

export type InPage = typeof api;

(window as unknown as { sealflowInPage?: InPage }).sealflowInPage ??= api;
