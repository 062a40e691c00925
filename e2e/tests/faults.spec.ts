import type { Locator, Page } from '@playwright/test';
import { paths } from '../../apps/mobile/src/app/shell/paths.ts';
import { expect, test } from '../support/app.ts';
import { type Fault, faults, Line } from '../support/line.ts';
import { hire } from '../support/people.ts';

/** Goes to an address within the running app, as a link would. */
const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState({ idx: Number(window.history.state?.idx ?? 0) + 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, address);

/** Waits until the screen says this fault, while time goes by for what has a limit. */
const isTold = async (line: Line, { fault, seconds }: { fault: Fault; seconds?: number }, alert: Locator) => {
  const text = line.told(fault, seconds);
  await expect
    .poll(async () => {
      await line.passTime(fault);
      return alert.filter({ hasText: text }).count();
    }, text)
    .toBeGreaterThan(0);
};

test('every form says each fault of the line, keeps what was typed, and is sent once that is over', async ({
  app,
  page,
  locale,
}, testInfo) => {
  const { auth, account, common } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const person = await hire({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
  const line = await Line.to(page, locale);
  const alert = page.getByRole('main').getByRole('alert');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  /** Sends a form into each fault, and at last over a slow line. */
  const sentThrough = async (
    send: Locator,
    typed: readonly (readonly [Locator, string])[],
    seconds: number,
  ) => {
    for (const fault of faults) {
      await line.breaks(fault);
      await send.click();
      await isTold(line, { fault, seconds }, alert);
      for (const [input, value] of typed) await expect(input).toHaveValue(value);
    }
    await line.slows();
    await send.click();
    await expect(page.getByRole('button', { name: common.cancel })).toBeVisible();
    line.mends();
  };

  await app.consent();
  await field(auth.username).fill(person.username);
  await field(auth.password).fill(person.password);
  await page.getByRole('checkbox').check();
  const signIn = page.getByRole('button', { name: auth.signIn, exact: true });
  await sentThrough(signIn, [[field(auth.password), person.password]], 10);
  await expect(page).toHaveURL(/\/sessionlist$/);

  const password = 'Qx7.lantern-Field';
  await go(page, paths.updatepwd);
  await field(account.oldPassword).fill(person.password);
  await field(account.newPassword).fill(password);
  await field(account.confirmation).fill(password);
  const update = page.getByRole('button', { name: account.update, exact: true });
  await sentThrough(
    update,
    [
      [field(account.oldPassword), person.password],
      [field(account.confirmation), password],
    ],
    30,
  );
  await expect(page.getByText(account.updated)).toBeVisible();
});
