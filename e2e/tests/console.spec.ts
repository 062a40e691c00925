import { en } from '../../apps/console/src/i18n/en.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, signInToConsole, submitConsoleSignIn } from '../support/console.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const { common, shell, signIn } = zh;
const { areas } = shell;

test('the frame is used by the keyboard alone, in both languages and appearances, and violates no policy', {
  tag: ['@once', '@requests'],
}, async ({ app, page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      reportError(new Error(`policy violated: ${violatedDirective} ${blockedURI}`));
    });
  });
  const { id: tid } = app.tenant('eds-pro_16');
  await page.goto('/console/');
  await expect(page.getByRole('heading', { name: signIn.title })).toBeVisible();
  expect.soft(await consoleViolations(page), 'the sign-in').toEqual([]);
  await submitConsoleSignIn(page, app.account('administrator'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect.soft(await consoleViolations(page), 'the frame').toEqual([]);

  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await page.goto(`/console/t/${tid}/people`);
  await expect(page.getByRole('heading', { name: areas.people, level: 1 })).toBeVisible();
  expect(refused, 'a page load makes no call that is refused').toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: shell.skipToContent })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('link', { name: areas.messages }).press('Enter');
  await expect(page.getByRole('heading', { name: areas.messages, level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(shell.pageTitle(areas.messages));

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: shell.palettePlaceholder })).toBeFocused();
  await page.keyboard.type(areas.settings);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: shell.palettePlaceholder })).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: shell.palettePlaceholder })).toHaveValue('');
  await page.keyboard.type(areas.settings);
  expect.soft(await consoleViolations(page), 'the palette').toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('heading', { name: areas.settings, level: 1 })).toBeVisible();
  expect.soft(await consoleViolations(page), 'the settings').toEqual([]);

  await page.getByRole('button', { name: new RegExp(`^${shell.account}`) }).press('Enter');
  expect.soft(await consoleViolations(page), 'the account menu').toEqual([]);
  await page.getByRole('menuitemradio', { name: shell.themes.dark }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: new RegExp(`^${shell.account}`) }).press('Enter');
  await page.getByRole('menuitemradio', { name: shell.languages.en }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(en.shell.pageTitle(en.shell.areas.settings));
});

test('the console survives a lost network, a page that does not load and an ended session', {
  tag: '@once',
}, async ({ app, page }) => {
  const { id: tid } = app.tenant('eds-pro_16');
  await signInToConsole(page, app.account('administrator'), `/console/t/${tid}/people`);
  await expect(page.getByRole('heading', { name: areas.people, level: 1 })).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText(common.offline)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(common.offline)).toBeHidden();

  app.expectError(/dynamically imported module/);
  const code = /\/messages\.screen-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.getByRole('link', { name: areas.messages }).click();
  await expect(page.getByRole('heading', { name: shell.pageFailed })).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: common.retry }).click();
  await expect(page.getByRole('heading', { name: areas.messages, level: 1 })).toBeVisible();

  const list = /\/admin\/messages\?/;
  await page.route(list, (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'login.signature_is_invalid', message: 'signature is invalid', params: {} },
    }),
  );
  await page.goto(`/console/t/${tid}/messages?state=sent`);
  await expect(page.getByText(signIn.ended)).toBeVisible();
  await page.unroute(list);
  await submitConsoleSignIn(page, app.account('administrator'));
  await expect(page.getByRole('heading', { name: areas.messages, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/messages\?state=sent$/);
});
