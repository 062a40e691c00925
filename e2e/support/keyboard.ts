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
