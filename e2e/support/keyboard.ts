import { expect, type Locator, type Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';

/** Past the last element of the page lies the browser itself, which Firefox's driver does not lead back from. */
export async function pressTab(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  if (engine === 'firefox') await page.evaluate(() => window.focus());
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
