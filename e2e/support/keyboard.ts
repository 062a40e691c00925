import { expect, type Locator, type Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';

/** More stops than a page of a journey has. */
const mostStops = 150;

/**
 * Past the last element of the page lies the browser itself. Firefox's driver goes on there: the page still gets the keys, but
 * its buttons do nothing until the page's own end is passed again. Then the keyboard begins at the start of the page or dialog.
 */
export async function pressTab(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  if (engine !== 'firefox') return;
  const hasFocus = () => page.evaluate(() => document.hasFocus());
  if (await hasFocus()) return;
  for (let stop = 0; stop < mostStops && !(await hasFocus()); stop += 1) await page.keyboard.press('Tab');
  await page.evaluate(() => {
    const start = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.collapse(start, 0);
  });
}

/** Presses the tab key until the focus is there, as often as a person would bear. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await pressTab(target.page());
  }
  await expect(target).toBeFocused();
}
