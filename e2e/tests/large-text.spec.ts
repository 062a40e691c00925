import { paths } from '../../apps/mobile/src/shell/navigation/paths.rules.ts';
import { engine } from '../engines/engine.ts';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { navigate } from '../support/navigate.ts';
import { Client, sample, uniqueTitle } from '../support/service.ts';

// WebKit’s fixture sets it for the context, Firefox’s project in the profile.
test.use({ textScale: 2 });

test('text at twice the size is neither cut off nor overlapping, on any screen or dialog', async ({
  app,
  page,
  context,
}) => {
  const { shell, mine, auth, account, common, preview, work, lock } = app.texts;
  const heading = page.getByRole('heading', { level: 1 });
  if (engine === 'chromium') {
    const device = await context.newCDPSession(page);
    await device.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  }
  const check = (screen: string) =>
    test.step(screen, async () => {
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const size = await page.evaluate(() =>
        Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      );
      expect(size, 'the text size of the browser applies').toBeGreaterThanOrEqual(28);
      const overflow = await page.evaluate(() => {
        const wide = document.documentElement.scrollWidth > window.innerWidth;
        const main = document.querySelector('main');
        return { wide, scrolls: main !== null && main.scrollWidth > main.clientWidth };
      });
      expect.soft(overflow, screen).toEqual({ wide: false, scrolls: false });
      // Text may be shortened with an ellipsis, but never the label of a button.
      const truncatedButtons = await page
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.scrollWidth > button.clientWidth + 1 && button.clientWidth > 1)
            .map((button) => button.textContent),
        );
      expect.soft(truncatedButtons, screen).toEqual([]);
      // The colours equal those of the usual size.
      expect.soft(await violations(page, ['light']), screen).toEqual([]);
    });

  await page.goto('/');
  await expect(page.getByRole('button', { name: auth.agreeAndGoOn })).toBeVisible();
  await check('consent');
  await page.getByRole('button', { name: auth.agreeAndGoOn }).click();
  await expect(page).toHaveURL(/\/pwdlogin$/);
  for (const path of [
    paths.pwdlogin,
    paths.reglogin,
    paths.resetpwd,
    paths.licence,
    paths.privacy,
    `${paths.networkerror}?err=app.network_error`,
  ]) {
    await navigate(page, path);
    await expect(heading).toBeVisible();
    await check(path);
  }
  await navigate(page, paths.resetpwd);
  await page.getByRole('tab', { name: account.email }).click();
  await page.getByRole('textbox', { name: account.email }).fill('nobody@huachen.example');
  await page.getByRole('button', { name: account.askCode }).click();
  await page.getByRole('textbox', { name: account.code, exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/setpwd$/);
  await check(paths.setpwd);
  await navigate(page, paths.pwdlogin);
  await app.submitSignIn(app.account('approver'));
  await expect(page.getByRole('button', { name: app.tenant('eds-pro_16').name })).toBeVisible();
  await check('tenant choice');
  await page.getByRole('button', { name: app.tenant('eds-pro_16').name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  await expect(app.rows.first()).toBeVisible();
  await check(paths.sessionlist);
  await app.rows.first().getByRole('button').first().click();
  await expect(page).toHaveURL(/\/messagelist\?/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await check(paths.messagelist);

  const titles = { ...shell.titles, ...shell.views };
  const shown = async (name: keyof typeof titles, address: string) => {
    await navigate(page, address);
    await expect(page).toHaveTitle(`${titles[name]} - ${common.appName}`);
    await expect(heading).toBeVisible();
    await check(address);
  };
  const screens = [
    ['document', paths.document],
    ['seal', `${paths.document}?view=seal`],
    ['find', `${paths.document}?view=find`],
    ['work', paths.work],
    ['approval', paths.approval],
    ['apply', `${paths.work}?view=apply`],
    ['outbox', `${paths.work}?view=outbox`],
    ['myinfo', paths.myinfo],
    ['phone', `${paths.myinfo}?view=phone`],
    ['devices', `${paths.myinfo}?view=devices`],
    ['absence', `${paths.myinfo}?view=absence`],
    ['security', `${paths.myinfo}?view=security`],
    ['storage', `${paths.myinfo}?view=storage`],
    ['about', paths.about],
    ['diagnostics', `${paths.about}?view=diagnostics`],
    ['licences', `${paths.about}?view=licences`],
    ['updatepwd', paths.updatepwd],
  ] as const;
  for (const [name, address] of screens) await shown(name, address);

  await navigate(page, paths.document);
  for (const [file, isThere] of [
    ['采购合同.pdf', app.preview.getByRole('button', { name: preview.pageOf(1, 12) })],
    ['三号厂房平面图.png', app.preview.locator('canvas').first()],
  ] as const) {
    await app.openLocalFile(sample(file));
    await expect(isThere).toBeVisible();
    await check(file);
    await page.goBack();
    await expect(app.preview).toHaveCount(0);
  }

  // A separate task, because other journeys decide the existing ones.
  const title = uniqueTitle('大号文字');
  const applicant = await Client.signIn(app.account('employee'));
  await applicant.apply(app.tenant('eds-pro_16').id, {
    type: 'trusted_mailbox_application',
    title,
    files: [],
  });
  await navigate(page, paths.approval);
  await page.getByRole('button', { name: title }).first().click();
  await expect(page).toHaveURL(/\/flowinfo16\?/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await check(paths.flowinfo16);
  const { search } = new URL(page.url());
  for (const name of ['taskagree', 'taskrefuse', 'flowfinish'] as const)
    await shown(name, `${paths[name]}${search}&verdict=approve`);
  await shown('completion', `${paths.taskagree}${search}&view=completion`);
  await shown('addition', `${paths.flowinfo16}${search}&view=addition`);
  await page.getByRole('button', { name: work.people.choose }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await check(work.people.choose);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shown('transfer', `${paths.flowinfo16}${search}&view=transfer`);

  await navigate(page, paths.myinfo);
  for (const [opener, dialog] of [
    [mine.language, mine.language],
    [mine.signOut, mine.signOutTitle],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: opener }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await check(dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await shown('lock', `${paths.myinfo}?view=lock`);
  await page.getByRole('switch', { name: lock.switchLabel }).click();
  await expect(page.getByRole('dialog').locator('input').first()).toBeFocused();
  await check('PIN');
});
