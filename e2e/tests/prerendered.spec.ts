import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';

/** Holds the app's script back, as a slow network does. @returns a function that lets it arrive. */
async function holdScript(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The root as long as it shows the form of the document. */
const heldRoot = (page: Page) => page.locator('#root[data-prerendered]');

const nameField = ({ page, texts }: App) => page.getByRole('textbox', { name: texts.auth.username });
const passwordField = ({ page, texts }: App) =>
  page.getByRole('textbox', { name: texts.auth.password, exact: true });

/** Records for later documents whether they show the form of the document, even for one frame. */
const recordForm = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#root[data-prerendered]') !== null)
        Object.assign(window, { wasFormShown: true });
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
const wasFormShown = (page: Page) => page.evaluate(() => 'wasFormShown' in window);

/** Where the parts of the form are, by their order. */
const boxes = (page: Page) =>
  page.locator('main :is(h1, p, a, input, button)').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

test('a sign-in is typed and submitted before the app has loaded', async ({ app, page }) => {
  await app.consent();
  const release = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(heldRoot(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const account = app.account('colleague');
  await app.submitSignIn(account);
  await expect(page.getByRole('button', { name: app.texts.auth.signIn, exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  // A form without script would load the page with the password in its address.
  expect(new URL(page.url()).search).toBe('');
  await expect(heldRoot(page)).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/sessionlist$/);

  await recordForm(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await wasFormShown(page)).toBe(false);
});

test('the app takes over the form as it is: elements, text, focus and place', async ({ app, page }) => {
  const { auth } = app.texts;
  await app.consent();
  await nameField(app).fill('chen');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  const release = await holdScript(page);
  // The first path leads to the sign-in.
  await page.goto('/', { waitUntil: 'commit' });
  await expect(heldRoot(page)).toBeVisible();
  await expect(nameField(app)).toHaveValue('chen');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await nameField(app).press('End');
  await nameField(app).pressSequentially('jing');
  await passwordField(app).fill('secret-1');
  await page.getByRole('button', { name: auth.showPassword }).click();
  await page.getByRole('checkbox').check();
  await passwordField(app).evaluate((field: HTMLInputElement) => {
    field.focus();
    field.setSelectionRange(2, 4);
    Object.assign(field, { isOfDocument: true });
  });
  const before = await boxes(page);
  release();
  await expect(heldRoot(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: auth.hidePassword })).toBeVisible();
  const after = await passwordField(app).evaluate((field: HTMLInputElement) => ({
    isOfDocument: 'isOfDocument' in field,
    isFocused: document.activeElement === field,
    selection: [field.selectionStart, field.selectionEnd],
    type: field.type,
    value: field.value,
  }));
  expect(after).toEqual({
    isOfDocument: true,
    isFocused: true,
    selection: [2, 4],
    type: 'text',
    value: 'secret-1',
  });
  await expect(nameField(app)).toHaveValue('chenjing');
  await expect(page.getByRole('checkbox')).toBeChecked();
  expect(await boxes(page)).toEqual(before);
  await expect(page).toHaveURL(/\/pwdlogin$/);
  const stored = () => page.evaluate(() => localStorage.getItem('draft:entry:sign-in'));
  await expect.poll(stored).toBe(JSON.stringify({ name: 'chenjing', agreed: true }));
});

test('a form that an extension has changed is rendered again with what was typed', async ({ app, page }) => {
  await app.consent();
  const release = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(heldRoot(page)).toBeVisible();
  await page.locator('main h1').evaluate((heading) => heading.replaceWith(document.createElement('em')));
  await nameField(app).fill('chenjing');
  await passwordField(app).fill('secret-1');
  await page.getByRole('checkbox').check();
  app.expectError(/hydrat|#418/i);
  release();
  await expect(heldRoot(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(nameField(app)).toHaveValue('chenjing');
  await expect(passwordField(app)).toHaveValue('secret-1');
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('the form is in the chosen language and is absent in front of other screens', async ({ app, page }) => {
  await app.consent();
  const other = app.texts.common.appName === 'Sealflow' ? 'zh' : 'en';
  await page.evaluate((language) => localStorage.setItem('language', language), other);
  const release = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('lang', other === 'en' ? 'en' : 'zh-CN');
  await expect(
    page.getByRole('button', { name: other === 'en' ? 'Sign in' : '登录', exact: true }),
  ).toBeVisible();
  release();
  await expect(heldRoot(page)).toHaveCount(0);
  await recordForm(page);
  for (const path of ['/reglogin', '/licence', '/pwdlogin?view=second']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    expect(await wasFormShown(page), path).toBe(false);
  }
  await page.goto('/pwdlogin');
  await expect(page.getByRole('main')).toBeVisible();
  expect(await wasFormShown(page)).toBe(true);
});
