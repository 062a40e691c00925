import { expect, type Locator, type Page } from '@playwright/test';
import type { en } from '../../apps/console/src/i18n/en.ts';
import type { zh } from '../../apps/console/src/i18n/zh.ts';

/** The console as an administrator uses it, in one of its languages. */
export class ConsoleScreen {
  readonly page: Page;
  readonly texts: typeof zh | typeof en;

  constructor(page: Page, texts: typeof zh | typeof en) {
    this.page = page;
    this.texts = texts;
  }

  get dialogs(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'));
  }

  /** The dialog that has or contains the focus. It has the focus itself after a further dialog closed whose opener is gone. */
  get focusedDialog(): Locator {
    return this.page.locator(':is([role="dialog"], [role="alertdialog"]):focus-within');
  }

  get overlays(): Locator {
    return this.dialogs.or(this.page.getByRole('menu')).or(this.page.getByRole('listbox'));
  }

  async open(area: keyof typeof zh.shell.areas): Promise<void> {
    const { shell } = this.texts;
    const expand = this.page.getByRole('button', { name: shell.expandNavigation });
    await expect(expand.or(this.page.getByRole('button', { name: shell.collapseNavigation }))).toBeVisible();
    if (await expand.isVisible()) await expand.click();
    await this.page
      .getByRole('navigation', { name: shell.navigation })
      .getByRole('link', { name: shell.areas[area], exact: true })
      .click();
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(shell.areas[area]);
    await this.waitUntilLoaded();
  }

  async waitUntilLoaded(): Promise<void> {
    await expect(this.page.getByText(this.texts.common.loading, { exact: true })).toHaveCount(0);
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  async openDetails(): Promise<Locator> {
    const main = this.page.getByRole('main');
    const name = main.getByRole('rowheader').first();
    const button = name.getByRole('button');
    await ((await button.count()) > 0 ? button : name).click();
    await expect(this.dialogs).toHaveCount(1);
    await this.waitUntilLoaded();
    return this.dialogs;
  }

  /** Opens the tabs of a place one after the other. */
  async openTabs(place: Locator, check: (name: string) => Promise<void>): Promise<void> {
    for (const tab of await place.getByRole('tab').all()) {
      await tab.click();
      await this.waitUntilLoaded();
      await check(await tab.innerText());
    }
  }

  async escape(): Promise<void> {
    const open = await this.dialogs.count();
    await this.page.keyboard.press('Escape');
    await expect(this.dialogs).toHaveCount(open - 1);
  }
}

/** Opens each dialog and popover of a place by the keyboard. Each closes with Escape and returns the focus. */
export async function checkOverlays(
  screen: ConsoleScreen,
  place: Locator,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { page, texts } = screen;
  const { common, people, audit } = texts;
  // They act at once, close, or replace the details by a form.
  const acting = [common.exportCsv, people.import, audit.refresh, audit.exportChain];
  const others = new Set([...acting, common.close, common.save, common.change]);
  const openers = place.locator('header button, footer button, button[aria-haspopup], [role="group"] button');
  for (const opener of await openers.all()) {
    if (!(await opener.isVisible()) || (await opener.isDisabled())) continue;
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
    if (others.has(name)) continue;
    const before = await screen.overlays.count();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(screen.overlays, name).not.toHaveCount(before);
    await screen.waitUntilLoaded();
    await check(name);
    await page.keyboard.press('Escape');
    await expect(screen.overlays, name).toHaveCount(before);
    await expect.soft(page.locator(':focus'), name).toHaveCount(1);
  }
}
