import { expect, type Locator } from '@playwright/test';

/** Presses the tab key until the focus is there, as often as a person would bear. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
