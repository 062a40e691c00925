import type { Locator } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { tabTo } from '../support/keyboard.ts';
import { addMember, uniquePhone } from '../support/members.ts';
import { Client } from '../support/service.ts';
import { codeSentDuring } from '../support/verification-codes.ts';

const firstPassword = 'Qx7.lantern-Brook';
const newPassword = 'Qx7.lantern-Field';

test('the keyboard alone resets a password, changes password and phone, sets a lock and signs out', async ({
  app,
  page,
}, testInfo) => {
  const { auth, account, mine, lock, shell } = app.texts;
  const person = await addMember({
    tid: app.tenant('eds-pro_16').id,
    passwordFile: testInfo.outputPath('password'),
  });
  const phone = uniquePhone();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) });
  const press = async (target: Locator) => {
    await tabTo(target);
    await page.keyboard.press('Enter');
  };
  const type = async (name: string, text: string) => {
    await tabTo(field(name));
    await page.keyboard.type(text);
  };

  await app.consent();
  // The e-mail address comes first: once another contact is verified, an unverified address gets no code.
  await press(page.getByRole('link', { name: auth.forgot }));
  await tabTo(page.getByRole('tab', { selected: true }));
  await page.keyboard.press('End');
  await type(account.email, person.email);
  await tabTo(button(account.askCode));
  const proof = await codeSentDuring(() => page.keyboard.press('Enter'));
  await expect(field(account.code)).toBeFocused();
  await page.keyboard.type(proof);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/setpwd$/);
  await type(account.newPassword, firstPassword);
  await type(account.confirmation, firstPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pwdlogin$/);
  await app.submitSignIn({ ...person, password: firstPassword });
  await expect(page).toHaveURL(/\/sessionlist$/);
  await press(page.getByRole('navigation').getByRole('link', { name: shell.tabs.mine }));
  await press(row(mine.password));
  await type(account.oldPassword, firstPassword);
  await type(account.newPassword, newPassword);
  await type(account.confirmation, newPassword);
  await app.waitForText(account.updated, () => page.keyboard.press('Enter'));

  await press(row(mine.phone));
  await type(account.newPhone, phone);
  await tabTo(button(account.askCode));
  const code = await codeSentDuring(() => page.keyboard.press('Enter'));
  await expect(field(account.code)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/myinfo$/);

  await press(row(mine.appLock));
  await tabTo(page.getByRole('switch', { name: lock.switchLabel }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog').locator('input').first()).toBeFocused();
  await page.keyboard.type('135790');
  await page.keyboard.press('Tab');
  await page.keyboard.type('135790');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: lock.switchLabel })).toBeChecked();
  // The focus returns after the dialog has closed.
  await expect(page.getByRole('switch', { name: lock.switchLabel })).toBeFocused();
  await press(page.getByRole('banner').getByRole('button').first());

  await press(row(mine.signOut));
  await press(page.getByRole('dialog').getByRole('button', { name: mine.signOut, exact: true }));
  await expect(page).toHaveURL(/\/pwdlogin$/);
  expect((await Client.signIn({ ...person, password: newPassword })).token).not.toBe('');
});
