import type { CDPSession } from '@playwright/test';
import { en } from '../../apps/console/src/i18n/en.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, findLosses, signInToConsole } from '../support/console.ts';
import { ConsoleScreen, checkOverlays } from '../support/console-screen.ts';

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
  'insight',
  'flowTypes',
  'mailboxes',
  'messages',
  'keys',
  'audit',
  'settings',
] as const;

/** Where a row or the name in a row opens the details. */
const detailed: ReadonlySet<(typeof areas)[number]> = new Set([
  'people',
  'roles',
  'documents',
  'classifications',
  'applications',
  'keys',
  'audit',
]);
const usualTextPx = 15;

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
    const screen = new ConsoleScreen(page, texts);
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
          await screen.openTabs(details, (name) => check(`${area}: ${name}`));
          await checkOverlays(screen, details, (name) => check(`the details of ${area}: ${name}`));
        }
        await screen.escape();
      });
    }
  }
});

test('text at twice the size is neither cut off nor out of reach, in any area', {
  tag: ['@once', '@devtools', '@full'],
}, async ({ app, context, page }) => {
  const device: CDPSession = await context.newCDPSession(page);
  await device.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const address = `/console/t/${app.tenant('eds-pro_16').id}/overview`;
  await signInToConsole(page, app.account('administrator'), address);
  const screen = new ConsoleScreen(page, zh);
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
  const screen = new ConsoleScreen(page, zh);
  const { common, people } = zh;
  await screen.waitUntilLoaded();

  const row = page.getByRole('row').nth(2);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(screen.dialogs).toHaveCount(1);
  await screen.waitUntilLoaded();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    await expect(screen.focusedDialog).toHaveCount(1);
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
  await expect(screen.focusedDialog).toHaveCount(1);
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
