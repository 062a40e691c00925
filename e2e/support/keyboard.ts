import { expect, type Locator, type Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';

/** More than the focusable elements of any page of a journey. */
const maxFocusStops = 150;

/**
 * Presses the tab key. After the last element of the page the focus is in the browser itself. In Firefox’s driver the
 * page still receives the keys, but its buttons do nothing until the end of the page is passed again. The keyboard then
 * starts at the beginning of the page or dialog.
 */
export async function pressTab(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  if (engine !== 'firefox') return;
  const hasFocus = () => page.evaluate(() => document.hasFocus());
  if (await hasFocus()) return;
  for (let stop = 0; stop < maxFocusStops && !(await hasFocus()); stop += 1) await page.keyboard.press('Tab');
  await page.evaluate(() => {
    const start = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.collapse(start, 0);
  });
}

/** Presses the tab key until the element has the focus, with a limit. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await pressTab(target.page());
  }
  await expect(target).toBeFocused();
}

/** The data attribute of a page that the keyboard has used. From then on, lost focus is a fault. */
const usedMark = 'data-keyboard-used';
const lostFocus = 'nothing';
const arrived = 'arrived';
const lostFocusWaitMs = 10_000;

/**
 * Runs in the page. @returns the key that moves the focus towards an element, `arrived`, or `nothing` if nothing has the
 * focus.
 */
function keyTowards(
  target: Element,
  { used, lost, there }: { used: string; lost: string; there: string },
): string {
  const { activeElement: active, documentElement: root, body } = document;
  const isFollowing = (from: Element, to: Element) =>
    (from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  if (active === target) return there;
  if (active === null || active === body || active === root) {
    if (root.hasAttribute(used)) return lost;
    root.setAttribute(used, '');
    return 'Tab';
  }
  root.setAttribute(used, '');
  // One stop of the tab key: the arrows move inside.
  const widget = target.closest(
    '[role=grid], [role=treegrid], [role=tablist], [role=menu], [role=listbox], [role=radiogroup]',
  );
  const isInWidget = widget !== null && widget !== active && widget.contains(active);
  if (!isInWidget) return isFollowing(active, widget ?? target) ? 'Tab' : 'Shift+Tab';
  const row = target.closest('[role=row]');
  const isSideways = widget.matches('[role=tablist]') || (row?.contains(active) ?? false);
  const [back, forward] = isSideways ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return isFollowing(active, target) ? forward : back;
}

/** Runs in the page. @returns what hides the focus of the focused element; empty if a person sees it. */
function hiddenFocus(element: Element): string {
  // The box of a choice has a mark instead of its hidden input.
  const shown = element.closest('label') ?? element;
  const marks = shown === element ? [element] : [shown, ...shown.querySelectorAll('*')];
  const isMarked = marks.some((mark) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(mark);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)');
  });
  if (!isMarked) return 'has no mark of the focus';
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const [start, end] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  // In WebKit, the scroll bar of a wide table covers the lower half of its only row.
  const heights = [(3 * start + end) / 4, (start + end) / 2];
  const isOnTop = [left + 4, (left + right) / 2, right - 4].some((x) =>
    heights.some((y) => shown.contains(document.elementFromPoint(x, y))),
  );
  return isOnTop ? '' : 'has the focus out of sight';
}

/**
 * Moves the focus to an element as a person at a keyboard does: by the tab key between controls, and by the arrows in
 * tables, menus, lists and tabs. Fails if the page loses the focus, keeps it, or does not show it.
 */
export async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  const argument = { used: usedMark, lost: lostFocus, there: arrived };
  let key = '';
  for (let step = 0; step < maxFocusStops; step += 1) {
    // The list of the field on the way hides the rest of the page until the field is left.
    if (step > 0 && (await target.count()) === 0) {
      await page.keyboard.press(key);
      continue;
    }
    await expect(async () => {
      key = await target.evaluate(keyTowards, argument);
      expect(key, `the focus on the way to ${target.toString()}`).not.toBe(lostFocus);
    }).toPass({ timeout: lostFocusWaitMs });
    if (key === arrived) {
      await expect.poll(() => target.evaluate(hiddenFocus), target.toString()).toBe('');
      return;
    }
    await (key === 'Tab' ? pressTab(page) : page.keyboard.press(key));
  }
  await expect(target, 'the keyboard reaches it').toBeFocused();
}

/** Reaches a control by the keyboard and presses a key there. */
export async function pressKey(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

/** Reaches a field by the keyboard and types in place of its text. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await reach(field);
  const { keyboard } = field.page();
  if ((await field.inputValue()) !== '') await keyboard.press('Control+a');
  await keyboard.type(text);
}

/** Opens a menu or a list of choices by the keyboard and takes one of them. */
export async function choose(opener: Locator, choice: Locator): Promise<void> {
  await pressKey(opener);
  await pressKey(choice);
}
