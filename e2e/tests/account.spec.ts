import type { Page, Route } from '@playwright/test';
import { engine } from '../engines/engine.ts';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';
import { addMember, uniquePhone } from '../support/members.ts';
import { Client, sealflow } from '../support/service.ts';
import { codeSentDuring } from '../support/verification-codes.ts';

const newPassword = 'Qx7.lantern-Field';

/** The sign-in screens, forms and dialogs of an account. */
class AccountScreens {
  readonly app: App;
  readonly page: Page;

  constructor(app: App) {
    this.app = app;
    this.page = app.page;
  }

  field(name: string) {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  requestCode(): Promise<string> {
    return codeSentDuring(() => this.button(this.app.texts.account.askCode).click());
  }

  async typeNewPassword(password: string, confirmation = password) {
    const { account } = this.app.texts;
    await this.field(account.newPassword).fill(password);
    await this.field(account.confirmation).fill(confirmation);
  }

  /** Presses Enter in the focused field, and waits for a text. */
  submitUntilShown(text: string) {
    return this.app.waitForText(text, () => this.page.keyboard.press('Enter'));
  }

  async check(screen: string) {
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await violations(this.page), screen).toEqual([]);
  }
}

test('consent, the agreements, and a sign-in by code whose waiting time survives a reload', async ({
  app,
  page,
  context,
}, testInfo) => {
  const { auth, account, shell, common } = app.texts;
  const screens = new AccountScreens(app);
  const tenant = app.tenant('eds-pro_16');
  const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });

  await page.goto('/');
  await screens.button(auth.exit).click();
  await expect(page.getByRole('heading', { name: auth.closedTitle })).toBeVisible();
  await screens.button(auth.readAgain).click();
  await page.getByRole('link', { name: auth.privacy }).click();
  await expect(page.getByRole('heading', { name: shell.titles.privacy, exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByText(account.builtIn)).toBeHidden();
  await screens.button(common.back).click();

  await page.route('**/api/v1/eula*', (route) => route.abort());
  await page.getByRole('link', { name: auth.licence }).click();
  await expect(page.getByText(account.builtIn)).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  await screens.check('the built-in text');
  await page.unroute('**/api/v1/eula*');
  await screens.button(common.retry).click();
  await expect(page.getByText(account.builtIn)).toBeHidden();
  await screens.button(common.back).click();

  // A consent in another tab applies here too.
  await expect(screens.button(auth.agreeAndGoOn)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: auth.agreeAndGoOn }).click();
  await expect(page).toHaveURL(/\/pwdlogin$/);
  await other.close();

  await screens.field(auth.username).fill('nobody');
  await page.getByRole('link', { name: auth.byCode }).click();
  await expect(page).toHaveURL(/\/reglogin$/);
  await expect(screens.field(account.address)).toHaveValue('nobody');
  await screens.button(account.askCode).click();
  await expect(screens.field(account.address)).toBeFocused();
  await screens.field(account.address).fill(uniquePhone());
  await screens.button(account.askCode).click();
  await expect(screens.field(account.address)).toHaveAttribute('aria-invalid', 'true');
  await screens.check('a code sign-in with a fault');

  await screens.field(account.address).fill(person.mobileNo);
  const code = await screens.requestCode();
  await expect(screens.field(account.code)).toBeFocused();
  const countdown = page.getByRole('button', { name: /\d+/, disabled: true });
  await expect(countdown).toBeVisible();
  await page.reload();
  await expect(screens.field(account.address)).toHaveValue(person.mobileNo);
  await expect(countdown).toBeVisible();
  await page.getByRole('link', { name: auth.forgot }).click();
  await expect(countdown).toBeVisible();
  await screens.check('reset');
  await page.goBack();
  // Both forms have a field for the code.
  await expect(page.getByRole('link', { name: auth.byCode })).toBeVisible();

  await screens.field(account.code).fill('000000');
  await page.keyboard.press('Enter');
  const agreement = page.getByRole('checkbox');
  await expect(agreement).toBeFocused();
  await agreement.check();
  await screens.field(account.code).press('Enter');
  await expect(screens.field(account.code)).toHaveAttribute('aria-invalid', 'true');
  await screens.field(account.code).fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessionlist$/);
});

test(
  'network faults keep the form’s input, and a locked account gets a new password by e-mail',
  { tag: '@once' },
  async ({ app, page }, testInfo) => {
    const { auth, account, common } = app.texts;
    const screens = new AccountScreens(app);
    const tenant = app.tenant('eds-pro_16');
    const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
    const token = '**/api/v1/auth/token';
    const alert = page.getByRole('main').getByRole('alert');

    await app.consent();
    for (const fault of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
    ]) {
      let met = 0;
      await page.route(token, (route) => {
        met += 1;
        return fault(route);
      });
      await app.submitSignIn(person);
      // The message of the previous fault may still be visible.
      await expect.poll(() => met).toBe(1);
      await expect(screens.button(auth.signIn)).toBeEnabled();
      await expect(alert).toBeVisible();
      await expect(screens.field(auth.password)).toHaveValue(person.password);
      await page.unroute(token);
    }
    // A user can cancel the wait.
    await page.route(token, () => undefined);
    await screens.button(auth.signIn).click();
    await screens.button(common.cancel).click();
    await expect(screens.button(auth.signIn)).toBeEnabled();
    await expect(alert).toHaveCount(0);
    await page.unroute(token, undefined);

    const wrong = { ...person, password: 'wrong-horse-17' };
    for (let tries = 0; tries < 10; tries += 1) await Client.signIn(wrong).catch(() => undefined);
    await screens.button(auth.signIn).click();
    await expect(alert).toBeVisible();
    await page.getByRole('link', { name: auth.unlock }).click();
    await expect(page).toHaveURL(/\/resetpwd$/);

    await page.getByRole('tab', { name: account.email }).click();
    await screens.field(account.email).fill(person.email);
    const code = await screens.requestCode();
    await screens.field(account.code).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/setpwd$/);
    await screens.typeNewPassword('short', 'other');
    await page.keyboard.press('Enter');
    await expect(screens.field(account.newPassword)).toBeFocused();
    await screens.check('a new password with faults');
    await screens.typeNewPassword(newPassword);
    await page.keyboard.press('Enter');
    await expect(screens.field(account.code)).toBeFocused();
    await expect(screens.field(account.newPassword)).toHaveValue(newPassword);
    await screens.field(account.code).fill(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/pwdlogin$/);
    await expect(screens.field(auth.username)).toHaveValue(person.email);
    await expect(page.getByRole('link', { name: auth.forgot, exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('haveResetPwd'))).toBe('true');
    await app.submitSignIn({ username: person.email, password: newPassword });
    await expect(page).toHaveURL(/\/sessionlist$/);
  },
);

test(
  'a session that ends midway resumes at the same screen, and the phone number is changed',
  { tag: '@once' },
  async ({ app, page }, testInfo) => {
    const { auth, account } = app.texts;
    const screens = new AccountScreens(app);
    const tenant = app.tenant('eds-pro_16');
    const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
    const phone = uniquePhone();
    const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(7)}`;

    await app.consent();
    await app.submitSignIn(person);
    await expect(page).toHaveURL(/\/sessionlist$/);
    await page.goto('/myinfo?view=phone');
    await expect(page.getByText(masked(person.mobileNo))).toBeVisible();
    await screens.field(account.newPhone).fill(person.mobileNo);
    await screens.button(account.askCode).click();
    await expect(screens.field(account.newPhone)).toHaveAttribute('aria-invalid', 'true');
    await screens.check('change phone with a fault');
    await screens.field(account.newPhone).fill(phone);

    await sealflow('account', 'end-sessions', person.username);
    // The app’s own request may end the session before the user’s request does.
    await expect(async () => {
      if (!page.url().endsWith('/pwdlogin')) await screens.button(account.askCode).click({ timeout: 2_000 });
      await expect(page).toHaveURL(/\/pwdlogin$/, { timeout: 5_000 });
    }).toPass();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(screens.field(auth.username)).toHaveValue(person.username);
    await page.reload();
    await expect(screens.field(auth.username)).toHaveValue(person.username);
    await screens.field(auth.password).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/myinfo\?view=phone$/);
    await expect(screens.field(account.newPhone)).toHaveValue(phone);

    await screens.field(account.code).fill(await screens.requestCode());
    await screens.submitUntilShown(account.phoneChanged(masked(phone)));
    await expect(page).toHaveURL(/\/myinfo$/);
    await page.goto('/myinfo?view=phone');
    await expect(page.getByText(masked(phone))).toBeVisible();
  },
);

test(
  'Mine lists unverified contacts, and a code verifies one',
  {
    tag: '@once',
  },
  async ({ app, page }, testInfo) => {
    const { account, mine } = app.texts;
    const screens = new AccountScreens(app);
    const tenant = app.tenant('eds-pro_16');
    const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
    const rowOf = (contact: 'phone' | 'email') =>
      page.getByRole('main').getByRole('button', { name: mine.verifyContacts[contact] });
    await app.consent();
    await app.submitSignIn(person);
    await app.openTab('mine');
    await expect(rowOf('phone')).toBeVisible();
    await rowOf('email').click();
    await expect(page.getByText(account.verifyFirst)).toBeVisible();
    await screens.check('verify contact');
    const code = await screens.requestCode();
    await screens.field(account.code).fill(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(screens.field(account.code)).toHaveAttribute('aria-invalid', 'true');
    await screens.check('verify contact with a wrong code');
    await screens.field(account.code).fill(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/myinfo$/);
    await expect(rowOf('phone')).toBeVisible();
    await expect(rowOf('email')).toHaveCount(0);
    await rowOf('phone').click();
    await expect(screens.button(account.verify)).toBeVisible();
    await expect(page.getByText(account.verifyFirst)).toHaveCount(0);
  },
);

test('a password is changed with the old one and by code; every other session ends', async ({
  app,
  page,
}, testInfo) => {
  const { account } = app.texts;
  const screens = new AccountScreens(app);
  const tenant = app.tenant('eds-pro_15');
  const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
  const elsewhere = await Client.signIn(person);
  const sessions = '/api/v1/user-msg-sessions';

  await app.consent();
  await app.submitSignIn(person);
  await expect(page).toHaveURL(/\/sessionlist$/);
  await page.goto('/updatepwd');
  await screens.button(account.update).click();
  await expect(screens.field(account.oldPassword)).toBeFocused();
  await screens.check('change password with faults');
  await screens.field(account.oldPassword).fill('wrong-horse-17');
  await screens.typeNewPassword(newPassword);
  await page.keyboard.press('Enter');
  await expect(screens.field(account.oldPassword)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
  await expect(screens.field(account.newPassword)).toHaveValue(newPassword);
  await screens.field(account.oldPassword).fill(person.password);
  await screens.submitUntilShown(account.updated);
  expect((await elsewhere.fetch(sessions)).status).toBe(401);

  await page.goto('/updatepwd');
  await page.getByRole('tab', { name: account.byCode }).click();
  await screens.check('change password by a code');
  const code = await screens.requestCode();
  await screens.field(account.code).fill(code);
  await screens.typeNewPassword(`${newPassword}2`);
  await screens.submitUntilShown(account.updated);
  expect((await Client.signIn({ ...person, password: `${newPassword}2` })).token).not.toBe('');
});

test('a failed start shows the cause and every way on; an expired session leads to sign-in', {
  tag: '@once',
}, async ({ app, page }) => {
  const { shell, common, auth } = app.texts;
  const screens = new AccountScreens(app);
  const refresh = '**/api/v1/auth/refresh-token';
  // Firefox reports code whose loading a reload stops.
  if (engine === 'firefox') app.expectError(/^error loading dynamically imported module/);

  await app.signIn(app.account('approver'), app.tenant('eds-pro_16'));
  await page.route(refresh, (route) => route.abort());
  await page.goto('/work');
  await expect(page).toHaveURL(/\/networkerror\?err=app\.network_error$/);
  await screens.check('/networkerror');
  await screens.button(shell.continueStored).click();
  await expect(page).toHaveURL(/\/work$/);
  await page.reload();
  await expect(page).toHaveURL(/\/networkerror/);
  await page.unroute(refresh);
  await screens.button(common.retry).click();
  await expect(page).toHaveURL(/\/work$/);

  await page.route(refresh, (route) =>
    route.fulfill({ status: 401, json: { message: 'user password changed' } }),
  );
  await page.reload();
  await expect(page).toHaveURL(/\/pwdlogin$/);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(screens.field(auth.username)).toHaveValue(app.account('approver').username);
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('tid'), localStorage.getItem('tname')]))
    .toEqual([null, null]);
});
