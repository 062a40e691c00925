import type { CDPSession, Locator, Page } from '@playwright/test';
import { en } from '../../apps/console/src/i18n/en.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, findLosses, signInToConsole } from '../support/console.ts';

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

/** With TEST_FULL also each dialog and popover, and both languages. The operator's areas are checked by their journey. */
const isFull = process.env['TEST_FULL'] === '1';

const areas = [
  'overview',
  'people',
  'departments',
  'roles',
  'devices',
  'documents',
  'classifications',
  'applications',
  'flowTypes',
  'mailboxes',
  'messages',
  'keys',
  'audit',
  'settings',
] as const;
type Area = (typeof areas)[number];

/** Where a row or the name in a row opens the details. */
const detailed: ReadonlySet<Area> = new Set([
  'people',
  'roles',
  'documents',
  'classifications',
  'applications',
  'keys',
  'audit',
]);
const usualTextPx = 15;

/** The console as an administrator uses it, in one of its languages. */
class Console {
  readonly page: Page;
  readonly texts: typeof zh | typeof en;

  constructor(page: Page, texts: typeof zh | typeof en) {
    this.page = page;
    this.texts = texts;
  }

  get dialogs(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'));
  }

  get overlays(): Locator {
    return this.dialogs.or(this.page.getByRole('menu')).or(this.page.getByRole('listbox'));
  }

  async open(area: Area): Promise<void> {
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

  async escape(): Promise<void> {
    const open = await this.dialogs.count();
    await this.page.keyboard.press('Escape');
    await expect(this.dialogs).toHaveCount(open - 1);
  }
}

const focused = (page: Page) => page.locator(':focus');

test('every area and its details conform to WCAG A and AA, in light and dark', { tag: '@once' }, async ({
  app,
  page,
}) => {
  // Some hundred dialogs and popovers.
  if (isFull) test.slow();
  const administrator = app.account('administrator');
  await signInToConsole(page, administrator, `/console/t/${app.tenant('eds-pro_16').id}/overview`);
  const check = async (name: string) => expect.soft(await consoleViolations(page), name).toEqual([]);
  for (const texts of isFull ? [zh, en] : [zh]) {
    const screen = new Console(page, texts);
    if (texts === en) {
      await page.evaluate(() => localStorage.setItem('sealflow-console:language', '"en"'));
      await page.reload();
    }
    for (const area of areas) {
      await test.step(`${area} ${texts === en ? 'en' : 'zh'}`, async () => {
        await screen.open(area);
        await check(area);
        if (isFull) await checkOverlays(screen, page.getByRole('main'), (name) => check(`${area}: ${name}`));
        if (!detailed.has(area)) return;
        const details = await screen.openDetails();
        await check(`the details of ${area}`);
        if (isFull) {
          for (const tab of await details.getByRole('tab').all()) {
            await tab.click();
            await screen.waitUntilLoaded();
            await check(`${area}: ${await tab.innerText()}`);
          }
          await checkOverlays(screen, details, (name) => check(`the details of ${area}: ${name}`));
        }
        await screen.escape();
      });
    }
  }
});

/** Opens each dialog and popover of a place by the keyboard. Each closes with Escape and returns the focus. */
async function checkOverlays(
  screen: Console,
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
    await expect.soft(focused(page), name).toHaveCount(1);
  }
}

test('text at twice the size is neither cut off nor out of reach, in any area', {
  tag: ['@once', '@devtools'],
}, async ({ app, context, page }) => {
  const device: CDPSession = await context.newCDPSession(page);
  await device.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const address = `/console/t/${app.tenant('eds-pro_16').id}/overview`;
  await signInToConsole(page, app.account('administrator'), address);
  const screen = new Console(page, zh);
  for (const width of isFull ? [768, 1440] : [768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const area of areas) {
      await test.step(`${area} ${width}`, async () => {
        await screen.open(area);
        const size = await page.evaluate(() =>
          Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        );
        expect(size, 'the text size of the browser applies').toBe(2 * usualTextPx);
        expect.soft(await findLosses(page), `${area} at ${width} px`).toEqual([]);
        if (!detailed.has(area)) return;
        await screen.openDetails();
        expect.soft(await findLosses(page), `the details of ${area} at ${width} px`).toEqual([]);
        await screen.escape();
      });
    }
  }
});

test('dialogs keep the focus, close with Escape and return the focus to what opened them', {
  tag: '@once',
}, async ({ app, page }) => {
  const tid = app.tenant('eds-pro_16').id;
  await signInToConsole(page, app.account('administrator'), `/console/t/${tid}/people`);
  const screen = new Console(page, zh);
  const { common, people } = zh;
  await screen.waitUntilLoaded();

  const row = page.getByRole('row').nth(2);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(screen.dialogs).toHaveCount(1);
  await screen.waitUntilLoaded();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    await expect(screen.dialogs.locator(':focus')).toHaveCount(1);
  }
  // The form replaces the details, and the details the form.
  await page.getByRole('button', { name: common.change, exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: people.name })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: people.tabs.facts })).toBeVisible();
  await screen.escape();
  await expect(row).toBeFocused();

  // A question in front of the details.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: people.moreActs }).press('Enter');
  await page.getByRole('menuitem', { name: people.acts.suspend }).press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await screen.escape();
  await expect(screen.dialogs.locator(':focus')).toHaveCount(1);
  await screen.escape();
  await expect(row).toBeFocused();

  // Details that an address opened have no opener.
  const id = await row.getAttribute('data-key');
  await page.goto(`/console/t/${tid}/people?open=${id}`);
  await expect(screen.dialogs).toHaveCount(1);
  await screen.escape();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const add = page.getByRole('button', { name: people.add });
  await add.press('Enter');
  await expect(screen.dialogs).toHaveCount(1);
  await screen.escape();
  await expect(add).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: zh.shell.palettePlaceholder })).toBeFocused();
  await page.keyboard.type('张伟');
  const found = page.getByRole('group', { name: zh.shell.areas.people }).getByRole('menuitem');
  await found.filter({ hasText: '张伟' }).click();
  await expect(page).toHaveURL(/people\?open=/);
  await expect(page.getByRole('dialog', { name: '张伟' })).toBeVisible();
  await screen.escape();
});
