import { randomUUID } from 'node:crypto';
import { totpAt } from '../../apps/server/testing/totp.ts';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { addMember } from '../support/members.ts';
import { sealflow } from '../support/service.ts';
import { codeSentDuring } from '../support/verification-codes.ts';

test(
  'an organisation with two-step sign-in requires both factors in either order, and recognises the device',
  {
    tag: '@once',
  },
  async ({ app, page }, testInfo) => {
    const { auth, account, common, mine, security, shell } = app.texts;
    const tid = `two-steps-${randomUUID().slice(0, 8)}`;
    const version = ['--service-version', 'eds-pro_16.2'];
    await sealflow('tenant', 'create', '两步公司', '--id', tid, ...version, '--second-factor', 'new_devices');
    const passwordFile = testInfo.outputPath('password');
    const person = await addMember({ tid, passwordFile });
    const newcomer = await addMember({ tid, passwordFile });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const secondStep = page.getByRole('heading', { name: shell.views.second });
    const isIn = () => expect(page).toHaveURL(/\/sessionlist$/);
    const askCode = () => codeSentDuring(() => button(account.askCode).click());
    const signOut = async () => {
      await app.openTab('mine');
      await button(mine.signOut).click();
      await page.getByRole('dialog').getByRole('button', { name: mine.signOut, exact: true }).click();
      await expect(page).toHaveURL(/\/pwdlogin$/);
    };

    await app.consent();
    await app.submitSignIn(person);
    await expect(secondStep).toBeFocused();
    await page.getByRole('radio', { name: /@/ }).check();
    await field(account.code).fill(await askCode());
    await page.keyboard.press('Enter');
    await isIn();

    await signOut();
    await app.submitSignIn(person);
    await isIn();
    await signOut();

    await sealflow('tenant', 'change', tid, '--second-factor', 'always');
    await app.submitSignIn(person);
    await expect(secondStep).toBeFocused();
    await button(common.back).click();
    await expect(field(auth.password)).toHaveValue(person.password);
    await button(auth.signIn).click();
    // The address received its code within this minute.
    const code = await askCode();
    await expect(field(account.code)).toBeFocused();
    await field(account.code).fill(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(field(account.code)).toHaveAttribute('aria-invalid', 'true');
    expect.soft(await violations(page), 'the code after a password').toEqual([]);
    await field(account.code).fill(code);
    await page.keyboard.press('Enter');
    await isIn();

    // With an authenticator app, its code is the second step.
    await app.openTab('mine');
    await page.getByRole('main').getByRole('button', { name: shell.views.security }).click();
    await button(security.enrol).click();
    await page.getByLabel(mine.password, { exact: true }).fill(person.password);
    await button(security.next).click();
    await expect(page.getByRole('img', { name: security.qr })).toBeVisible();
    expect.soft(await violations(page), 'the secret of the authenticator app').toEqual([]);
    const secret = await page.locator('code').innerText();
    await field(security.code).fill(totpAt(secret, Date.now()));
    await page.keyboard.press('Enter');
    await expect(page.locator('code')).toHaveCount(10);
    const recoveryCode = await page.locator('code').first().innerText();
    expect.soft(await violations(page), 'the recovery codes').toEqual([]);
    await page.getByRole('checkbox').check();
    await button(security.done).click();
    await expect(page.getByText(security.codesLeft(10))).toBeVisible();
    expect.soft(await violations(page), 'the account security').toEqual([]);
    await page.goto('/myinfo');
    await signOut();
    await app.submitSignIn(person);
    await field(account.totpCode).fill(recoveryCode);
    await page.keyboard.press('Enter');
    await isIn();
    await signOut();

    // The other order: a code first. The first code of an account ends its password, so this is another person.
    await page.getByRole('link', { name: auth.byCode }).click();
    await field(account.address).fill(newcomer.mobileNo);
    await field(account.code).fill(await askCode());
    await page.getByRole('checkbox').check();
    await button(auth.signIn).click();
    await expect(secondStep).toBeFocused();
    await field(auth.password).fill('wrong-horse-17');
    await page.keyboard.press('Enter');
    await expect(field(auth.password)).toHaveAttribute('aria-invalid', 'true');
    expect.soft(await violations(page), 'the password after a code').toEqual([]);
    await field(auth.password).fill(newcomer.password);
    await page.keyboard.press('Enter');
    await isIn();
  },
);
