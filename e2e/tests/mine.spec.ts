import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';
import { fetchAsSent } from '../support/fetch-as-sent.ts';
import { tabTo } from '../support/keyboard.ts';
import { addMember } from '../support/members.ts';
import { sealflow } from '../support/service.ts';
import { zipOf } from '../support/zip.ts';

const pin = '135790';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

async function checkScreen(page: Page, screen: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect.soft(await violations(page), screen).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${screen} is no wider than the screen`).toBeLessThanOrEqual(0);
}

async function signIn(app: App, role = 'administrator'): Promise<void> {
  await app.signIn(app.account(role), app.tenant('eds-pro_16'));
  await app.openTab('mine');
  await expect(app.page).toHaveURL(/\/myinfo$/);
}

/** Hides the app and shows it again, as a browser reports it to a page. */
async function hideAndShowApp(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
}

test('every screen of Mine shows the account and its state, also on an unstable network', async ({
  app,
  page,
  context,
}) => {
  const { mine, shell, common, updates, diagnostics } = app.texts;
  const email = 'wangqiang.with-a-very-long-name@research-and-development.huachen-precision.example';
  await page.route('**/api/v1/auth/token', async (route) => {
    const response = await fetchAsSent(route);
    await route.fulfill({ response, json: { ...(await response.json()), email } });
  });
  await signIn(app);
  const rights = [mine.rightNames.systemManagement, mine.rightNames.organisationManagement];
  await expect(page.getByText(rights.join(mine.listSeparator))).toBeVisible();
  await expect(page.getByText('137****1111')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await checkScreen(page, '/myinfo');

  // Devices: refused, aborted and slow in turn; a retry loads the list.
  await page.route('**/api/v1/devices', (route) => route.fulfill({ status: 502 }), { times: 1 });
  await row(page, shell.views.devices).click();
  await expect(page.getByRole('alert')).toBeVisible();
  const devicesResponse = page.waitForResponse('**/api/v1/devices');
  await page.getByRole('button', { name: common.retry }).click();
  await devicesResponse;
  await expect(page.getByText(mine.thisDevice, { exact: true })).toBeVisible();
  await checkScreen(page, 'devices');
  await page.goBack();

  await row(page, mine.storage).click();
  await expect(page.getByText(mine.storageDocuments, { exact: true })).toBeVisible();
  await checkScreen(page, 'storage');
  await page.getByRole('button', { name: mine.clearDocuments }).click();
  await app.waitForText(mine.clearedDocuments, () =>
    dialog(page).getByRole('button', { name: mine.clearDocuments }).click(),
  );
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();

  await row(page, mine.about).click();
  await row(page, updates.check).click();
  await expect(page.getByText(updates.latest)).toBeVisible();
  await page.getByRole('switch', { name: updates.auto }).click();
  await expect(page.getByRole('switch', { name: updates.auto })).not.toBeChecked();
  await checkScreen(page, '/about');
  await row(page, mine.licences).click();
  await page.getByText(/^react \d/).click();
  await expect(page.getByText('Permission is hereby granted').first()).toBeVisible();
  await checkScreen(page, 'licences');
  await page.goBack();

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ longitude: 121.4737, latitude: 31.2304, accuracy: 12 });
  await row(page, mine.diagnostics).click();
  await expect(page.getByText(diagnostics.pc, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: diagnostics.locate }).click();
  await expect(page.getByText('121.4737,31.2304')).toBeVisible();
  await expect(page.getByText(/^121\.478\d+,31\.228\d+$/)).toBeVisible();
  await checkScreen(page, 'diagnostics');
  await context.setOffline(true);
  await expect(page.getByText(diagnostics.offline, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: diagnostics.locate }).click();
  await expect(page.getByText('121.4737,31.2304')).toHaveCount(0);
  await context.setOffline(false);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/myinfo$/);
});

test('settings persist: organisation, language and appearance', async ({ app, page }) => {
  const { mine } = app.texts;
  await signIn(app, 'employee');
  const other = app.tenant('eds-pro_15');
  await row(page, mine.switchTenant).click();
  await app.waitForText(mine.switchedTo(other.name), () =>
    dialog(page).getByRole('button', { name: other.name }).click(),
  );
  await row(page, mine.theme).click();
  await dialog(page).getByRole('button', { name: mine.themes.dark }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await row(page, mine.language).click();
  await dialog(page).getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Mine', exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Read messages aloud' }).click();
  await expect(page.getByRole('switch', { name: 'Read messages aloud' })).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mine', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('switch', { name: 'Read messages aloud' })).not.toBeChecked();
  await expect(row(page, 'Switch organisation')).toContainText(other.name);
});

test('a device is withdrawn from another device, and from itself', { tag: '@once' }, async ({
  app,
  page,
  browser,
  locale,
}) => {
  const { mine, shell, auth } = app.texts;
  const elsewhere = await browser.newContext({
    locale: locale ?? 'zh-CN',
    serviceWorkers: 'block',
    userAgent: android,
  });
  const phone = await elsewhere.newPage();
  await phone.goto('/');
  await phone.getByRole('button', { name: auth.agreeAndGoOn }).click();
  const { username, password } = app.account('colleague');
  await phone.getByRole('textbox', { name: auth.username }).fill(username);
  await phone.getByRole('textbox', { name: auth.password }).fill(password);
  await phone.getByRole('checkbox').check();
  await phone.getByRole('button', { name: auth.signIn, exact: true }).click();
  await expect(phone).toHaveURL(/\/sessionlist$/);

  await signIn(app, 'colleague');
  await row(page, shell.views.devices).click();
  const withdraw = page.getByRole('button', { name: mine.withdrawNamed('Chrome, Android') }).first();
  await withdraw.click();
  await app.waitForText(mine.withdrawn('Chrome, Android'), () =>
    dialog(page).getByRole('button', { name: mine.withdraw, exact: true }).click(),
  );
  await phone.reload();
  await expect(phone).toHaveURL(/\/(pwdlogin|networkerror\?err=login\.device_withdrawn)/);
  await elsewhere.close();

  const own = page.getByRole('listitem').filter({ hasText: mine.thisDevice });
  for (const target of [
    own.getByRole('button'),
    dialog(page).getByRole('button', { name: mine.withdraw, exact: true }),
  ]) {
    await tabTo(target);
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL(/\/pwdlogin/);
});

test('the app lock hides all content until the PIN or the device unlocks the app', {
  tag: ['@once', '@devtools'],
}, async ({ app, page, context }) => {
  const { mine, lock, shell, auth } = app.texts;
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      hasResidentKey: true,
    },
  });
  await signIn(app);
  await row(page, mine.appLock).click();
  await page.getByRole('switch', { name: lock.switchLabel }).click();
  const fields = dialog(page).getByRole('textbox').or(dialog(page).locator('input'));
  await fields.nth(0).fill('123456');
  await fields.nth(1).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText(lock.pinGuessable)).toBeVisible();
  await fields.nth(0).fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByText(lock.pinMismatch)).toBeVisible();
  await checkScreen(page, 'setting a PIN');
  await fields.nth(1).fill(pin);
  await app.waitForText(lock.turnedOn, () => page.keyboard.press('Enter'));
  await page.getByText(lock.delays['0'], { exact: true }).click();
  await expect(page.getByRole('radio', { name: lock.delays['0'] })).toBeChecked();
  await checkScreen(page, 'lock settings');

  // Biometrics unlock the lock with their own key from now on.
  await page.getByRole('switch', { name: lock.device }).click();
  await dialog(page).locator('input').fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: lock.device })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('heading', { name: shell.views.lock })).toBeVisible();
  await expect(page.getByRole('heading', { name: lock.lockedTitle })).toHaveCount(0);

  // After a refusal by the device the PIN remains. A wrong PIN is counted.
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await hideAndShowApp(page);
  await expect(page.getByRole('heading', { name: lock.lockedTitle })).toBeVisible();
  await expect(page.getByRole('button', { name: lock.unlockByDevice })).toBeVisible();
  await checkScreen(page, 'locked');
  await page.getByLabel(lock.pin).fill('000000');
  await expect(page.getByText(lock.pinWrong(4))).toBeVisible();
  await page.getByLabel(lock.pin).fill(pin);
  await expect(page.getByRole('heading', { name: lock.lockedTitle })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: lock.device })).toBeChecked();

  // After a forgotten PIN only a new sign-in helps, and removes the lock.
  await page.reload();
  await page.getByRole('button', { name: lock.forgotten }).click();
  await checkScreen(page, 'forgotten');
  await page.getByRole('button', { name: lock.signInAgain }).click();
  await expect(page).toHaveURL(/\/pwdlogin/);
  await expect(page.getByRole('button', { name: auth.signIn, exact: true })).toBeVisible();
  await app.submitSignIn(app.account('administrator'));
  await page.getByRole('button', { name: app.tenant('eds-pro_16').name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  await app.openTab('mine');
  await expect(row(page, mine.appLock)).toContainText(mine.off);
  await row(page, mine.signOut).click();
  await checkScreen(page, 'signing out');
  await dialog(page).getByRole('button', { name: mine.signOut, exact: true }).click();
  await expect(page).toHaveURL(/\/pwdlogin/);
});

test(
  'a person exports their data as a complete file, and a sign-in cancels the deletion of the account',
  {
    tag: ['@once', '@full'],
  },
  async ({ app, page }, testInfo) => {
    const { mine, shell } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
    await app.consent();
    await app.submitSignIn(person);
    await expect(page).toHaveURL(/\/sessionlist$/);
    await app.openTab('mine');
    await row(page, shell.views.data).click();
    await checkScreen(page, '/mydata');

    const download = page.waitForEvent('download');
    await app.waitForText(mine.exported, () =>
      page.getByRole('button', { name: mine.exportAction, exact: true }).click(),
    );
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^sealflow-\d{4}-\d{2}-\d{2}\.json$/);
    const path = testInfo.outputPath('own-data.json');
    await file.saveAs(path);
    const saved = JSON.parse(await readFile(path, 'utf8'));
    expect(saved.account).toMatchObject({ account: [{ username: person.username, email: person.email }] });
    expect(saved.organisations).toHaveLength(1);

    const remove = page.getByRole('button', { name: mine.deleteAccount, exact: true });
    await expect(remove).toBeDisabled();
    await page.getByRole('textbox', { name: mine.password }).fill('wrong-horse-17');
    await page.getByRole('textbox', { name: mine.deleteConfirmLabel(mine.deleteWord) }).fill(mine.deleteWord);
    await remove.click();
    await expect(page.getByRole('textbox', { name: mine.password })).toHaveValue('wrong-horse-17');
    await page.getByRole('textbox', { name: mine.password }).fill(person.password);
    await remove.click();
    await expect(page).toHaveURL(/\/pwdlogin$/);
    await app.submitSignIn(person);
    await expect(page).toHaveURL(/\/sessionlist$/);
    await app.openTab('mine');
    await expect(row(page, shell.views.data)).toBeVisible();
  },
);

test('a token that expires midway leads to sign-in with the reason', { tag: '@once' }, async ({
  app,
  page,
}) => {
  const { mine, shell } = app.texts;
  await signIn(app);
  await page.route('**/api/v1/devices', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'login.token_expired', message: 'token expired', params: {} },
    }),
  );
  await row(page, shell.views.devices).click();
  await expect(page).toHaveURL(/\/pwdlogin/);
  await expect(page.getByText(mine.devicesLead)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ userAgent: android });

  test('a newer release is offered, postponed, downloaded with progress, and remembered', async ({
    app,
    page,
  }, testInfo) => {
    const { updates, mine, common } = app.texts;
    const path = testInfo.outputPath('app.apk');
    const content = Buffer.alloc(300_000, 7);
    await writeFile(
      path,
      zipOf([
        { name: 'AndroidManifest.xml', content: Buffer.from('m') },
        { name: 'classes.dex', content },
      ]),
    );
    const version = `9.${Date.now() % 1_000_000_000}.0`;
    const published = await sealflow(
      'release',
      'publish',
      '--platform',
      'android',
      '--version',
      version,
      '--file',
      path,
      '--notes',
      '修复若干问题',
      '--json',
    );
    const { release } = JSON.parse(published.trim().split('\n').at(-1) ?? '');
    try {
      await app.signIn(app.account('employee'), app.tenant('eds-pro_16'));
      const offer = page.getByRole('dialog', { name: updates.title(version) });
      await expect(offer.getByText('修复若干问题')).toBeVisible();
      await checkScreen(page, 'update dialog');
      await offer.getByRole('button', { name: updates.later }).click();
      await expect(offer).toHaveCount(0);

      await app.openTab('mine');
      await row(page, mine.about).click();
      await row(page, updates.check).click();
      let releaseDownload: () => void = () => undefined;
      const downloadReleased = new Promise<void>((resolve) => {
        releaseDownload = resolve;
      });
      await page.route('**/api/v1/releases/files/**', async (route) => {
        await downloadReleased;
        await route.continue();
      });
      await offer.getByRole('button', { name: updates.download }).click();
      const progress = page.getByRole('dialog', { name: updates.downloading });
      await expect(progress.getByText(`sealflow-${version}.apk`)).toBeVisible();
      await progress.getByRole('button', { name: common.cancel }).click();
      await expect(progress).toHaveCount(0);

      releaseDownload();
      await row(page, updates.check).click();
      const file = page.waitForEvent('download');
      await app.waitForText(updates.downloaded, () =>
        offer.getByRole('button', { name: updates.download }).click(),
      );
      expect((await file).suggestedFilename()).toBe(`sealflow-${version}.apk`);

      // A finished download is not repeated.
      await page.route('**/api/v1/releases/files/**', (route) => route.abort());
      await row(page, updates.check).click();
      const secondDownload = page.waitForEvent('download');
      await offer.getByRole('button', { name: updates.download }).click();
      await secondDownload;
      // A back press now would close the dialog.
      await page.getByRole('button', { name: common.back, exact: true }).click();
      await row(page, mine.storage).click();
      await expect(page.getByText(mine.storageUpdates, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: mine.clearUpdates }).click();
      await expect(page.getByText(mine.storageUpdates, { exact: true })).toHaveCount(0);
    } finally {
      await sealflow('release', 'withdraw', release.id);
    }
  });
});
