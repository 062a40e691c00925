import type { Page } from '@playwright/test';
import { wideMinWidthPx } from '../../apps/mobile/src/shell/navigation/panes.rules.ts';
import { paths, type ScreenName } from '../../apps/mobile/src/shell/navigation/paths.rules.ts';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';
import { pressTab, tabTo } from '../support/keyboard.ts';
import { navigate } from '../support/navigate.ts';
import { sample } from '../support/service.ts';

/** The heading of the screen of the address. The library ignores the `aria-level` of the list beside it. */
const heading = (page: Page, name?: string | RegExp) =>
  page
    .getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) })
    .and(page.locator(':not([aria-level="2"])'));

const signIn = (app: App) => app.signIn(app.account('approver'), app.tenant('eds-pro_16'));

test('every path has its screen and title, and an unknown path leads to the first tab', async ({
  app,
  page,
}) => {
  const { shell, common } = app.texts;
  const titled = async (name: Exclude<ScreenName, 'root'>, query = '') => {
    await navigate(page, `${paths[name]}${query}`);
    await expect(page).toHaveTitle(`${shell.titles[name]} - ${common.appName}`);
    await expect(heading(page)).toBeVisible();
  };
  await app.consent();
  for (const name of ['licence', 'privacy', 'reglogin', 'resetpwd', 'pwdlogin'] as const) await titled(name);
  await titled('networkerror', '?err=app.bad_gateway');
  await navigate(page, paths.pwdlogin);
  await app.submitSignIn(app.account('approver'));
  await page.getByRole('button', { name: app.tenant('eds-pro_16').name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);

  for (const name of ['sessionlist', 'document', 'work', 'approval', 'myinfo', 'about', 'updatepwd'] as const)
    await titled(name);
  await titled('messagelist', '?sessionID=none');
  for (const name of ['flowinfo', 'flowinfo16', 'taskagree', 'taskrefuse'] as const)
    await titled(name, '?flowID=none&taskID=none');
  await titled('flowfinish', '?flowID=none&taskID=none&verdict=approve');
  await navigate(page, `${paths.work}?view=apply`);
  await expect(page).toHaveTitle(`${shell.views.apply} - ${common.appName}`);
  // On a wide screen the main navigation stands beside every screen.
  const isWide = (page.viewportSize()?.width ?? 0) >= wideMinWidthPx;
  await expect(page.getByRole('navigation', { name: shell.tabBar })).toHaveCount(isWide ? 1 : 0);

  await navigate(page, '/no-such-path');
  await expect(page).toHaveURL(/\/sessionlist$/);
  await expect(page.getByRole('alert')).toHaveText(app.errorText('router.change_page_abnormally'));
});

test('the page title names the test environment, also when the call for it fails, and starts are counted', {
  tag: '@once',
}, async ({ app, page }) => {
  const { common } = app.texts;
  const launches = () => page.evaluate(() => window.localStorage.getItem('launchTimes'));
  const inTest = new RegExp(`${common.appName}.*${common.testEnvironment}`);
  await page.route('**/api/v1/environment', (route) => route.fulfill({ json: { environment: 'test' } }));
  await app.consent();
  await expect(page).toHaveTitle(inTest);
  expect(await launches()).toBe('1');

  // Without an answer the last environment stays.
  await page.unroute('**/api/v1/environment');
  await page.route('**/api/v1/environment', (route) => route.abort());
  await page.reload();
  await expect(page).toHaveTitle(inTest);
  expect(await launches()).toBe('2');

  await page.unroute('**/api/v1/environment');
  await page.reload();
  await expect(page).toHaveTitle(new RegExp(`${common.appName}$`));
  expect(await launches()).toBe('3');
});

test('back closes the open layer and returns to the previous screen, also from a deep link', async ({
  app,
  page,
}) => {
  const { shell, common, documents, preview, mine } = app.texts;
  await signIn(app);
  await app.openTab('documents');
  await app.openLocalFile(sample('三号厂房平面图.png'));
  await expect(app.preview.locator('canvas')).toBeVisible();

  // The first back closes the facts over the preview, the second the preview. The screen stays.
  await app.preview.getByRole('button', { name: preview.facts }).click();
  const facts = page.getByRole('dialog', { name: preview.facts });
  await expect(facts).toBeVisible();
  await page.goBack();
  await expect(facts).toHaveCount(0);
  await expect(app.preview).toBeVisible();
  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  await expect(page).toHaveURL(/\/document(\?|$)/);

  // Back leaves the multi-select before the screen.
  await app.openTab('mine');
  await navigate(page, paths.document);
  await page.getByRole('button', { name: common.more }).click();
  await page.getByRole('menuitem', { name: documents.select }).click();
  await expect(page.getByRole('button', { name: documents.selectAll })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: documents.selectAll })).toHaveCount(0);
  await expect(page).toHaveURL(/\/document$/);

  // Behind a view that was opened by its address there is only its path.
  await page.goto(`${paths.myinfo}?view=devices`);
  await expect(heading(page, shell.views.devices)).toBeVisible();
  await page.getByRole('button', { name: common.back, exact: true }).click();
  await expect(page).toHaveURL(/\/myinfo$/);

  // A dialog takes the focus, traps it, and returns it.
  const leave = page.getByRole('button', { name: mine.signOut });
  await leave.focus();
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog', { name: mine.signOutTitle });
  await expect(confirmation).toBeVisible();
  expect(await violations(page), 'a question').toEqual([]);
  for (let step = 0; step < 4; step += 1) {
    await pressTab(page);
    // After the last button the focus is in the browser itself, never in the page below.
    const isFocusInside = await confirmation.evaluate(
      (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isFocusInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  await expect(leave).toBeFocused();
});

test('the keyboard alone signs in, reads and navigates', async ({ app, page }) => {
  const { auth, shell, common, work } = app.texts;
  const account = app.account('approver');
  await page.goto('/');
  await tabTo(page.getByRole('button', { name: auth.agreeAndGoOn }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('textbox', { name: auth.username }));
  await page.keyboard.type(account.username);
  await tabTo(page.getByRole('textbox', { name: auth.password }));
  await page.keyboard.type(account.password);
  await tabTo(page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page.getByRole('button', { name: auth.signIn, exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: app.tenant('eds-pro_16').name }));
  await page.keyboard.press('Enter');
  await expect(heading(page, shell.titles.sessionlist)).toBeFocused();

  const tabs = page.getByRole('navigation', { name: shell.tabBar });
  await tabTo(tabs.getByRole('link', { name: shell.tabs.work }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/work$/);
  await tabTo(page.getByRole('button', { name: work.todo }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/approval/);
  await expect(heading(page)).toBeFocused();
  await tabTo(page.getByRole('button', { name: common.back, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/work$/);
});

test('an unstable network shows the cause and offers a way on', { tag: '@once' }, async ({
  app,
  page,
  context,
}) => {
  const { shell, common } = app.texts;
  await app.consent();

  // A screen whose code fails to load, and loads at the second attempt.
  await page.route('**/assets/**', (route) => route.abort());
  await navigate(page, paths.licence);
  const failed = page.getByRole('alert').filter({ hasText: shell.screenNotLoaded });
  await expect(failed).toBeVisible();
  expect(await violations(page), 'a screen that did not come').toEqual([]);
  await page.unroute('**/assets/**');
  await failed.getByRole('button', { name: common.retry }).click();
  await expect(heading(page, shell.titles.licence)).toBeVisible();
  await expect(failed).toHaveCount(0);

  // Offline is an unobtrusive bar. The missing code of the database is reported where it is required.
  const database = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.wasm'));
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(paths.pwdlogin);
  await app.submitSignIn(app.account('approver'));
  await page.getByRole('button', { name: app.tenant('eds-pro_16').name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  await expect(app.rows.first()).toBeVisible();
  await database;
  await context.setOffline(true);
  await expect(page.getByText(common.offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(common.offline)).toHaveCount(0);
  await app.openTab('documents');
  const missing = page.getByRole('main').getByRole('alert');
  await expect(missing).toBeVisible();
  await page.unroute('**/*.wasm');
  await missing.getByRole('button', { name: common.retry }).click();
  await expect(missing).toHaveCount(0);
  await app.openLocalFile(sample('三号厂房平面图.png'));
  await expect(app.preview.locator('canvas')).toBeVisible();

  // A start without an answer of the service.
  await page.route('**/api/v1/auth/refresh-token', (route) => route.fulfill({ status: 502 }));
  await page.goto(paths.myinfo);
  await expect(page).toHaveURL(/\/networkerror\?err=app\.bad_gateway/);
  await expect(heading(page, shell.networkErrorTitle)).toBeVisible();
  expect(await violations(page), 'a start that failed').toEqual([]);
  await page.unroute('**/api/v1/auth/refresh-token');
  await page.getByRole('button', { name: common.retry }).click();
  await expect(page).toHaveURL(/\/myinfo$/);

  // The address may contain any text. Unknown texts are the unknown error.
  await navigate(page, `${paths.networkerror}?err=${encodeURIComponent('something odd')}`);
  await expect(page.getByRole('alert')).toHaveText(app.errorText('app.unknown_error'));
  await navigate(page, `${paths.networkerror}?err=${encodeURIComponent('dial tcp: connection refused')}`);
  await expect(page.getByRole('alert')).toContainText(app.errorText('app.connection_refused'));
});
