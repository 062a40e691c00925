import { writeFile } from 'node:fs/promises';
import { engine } from '../engines/engine.ts';
import { schemeOf, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { sample } from '../support/service.ts';

/** A second of silence, as a recorder writes it. */
function recording(): Buffer {
  const rate = 8_000;
  const wave = Buffer.alloc(44 + rate, 0x80);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt32LE(0x0001_0001, 20);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt32LE(rate, 28);
  wave.writeUInt32LE(0x0008_0001, 32);
  wave.write('data', 36);
  wave.writeUInt32LE(rate, 40);
  return wave;
}

test('every screen conforms to WCAG A and AA, in light and dark appearance', async ({
  app,
  page,
  colorScheme,
}, testInfo) => {
  const { work, auth, mine, preview } = app.texts;
  const check = (screen: string) =>
    test.step(screen, async () => {
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByText(preview.opening)).toHaveCount(0);
      expect.soft(await violations(page), screen).toEqual([]);
    });

  await page.goto('/');
  await expect(page.getByRole('button', { name: auth.agreeAndGoOn })).toBeVisible();
  // Only Chromium’s driver shows both schemes in one run.
  if (engine !== 'chromium') expect(await schemeOf(page)).toBe(colorScheme);
  await check('consent');
  await page.getByRole('button', { name: auth.agreeAndGoOn }).click();
  await page.getByRole('button', { name: auth.signIn, exact: true }).click();
  await check('sign-in with faults');
  for (const path of ['/licence', '/privacy', '/networkerror?err=app.network_error']) {
    await page.goto(path);
    await check(path);
  }

  const tenant = app.tenant('eds-pro_16');
  await page.goto('/pwdlogin');
  await app.submitSignIn(app.account('approver'));
  await expect(page.getByRole('button', { name: tenant.name })).toBeVisible();
  await check('tenant choice');
  await page.getByRole('button', { name: tenant.name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  await check('/sessionlist');
  await page
    .getByRole('main')
    .getByRole('button')
    .or(page.getByRole('main').getByRole('link'))
    .first()
    .click();
  await expect(page).toHaveURL(/\/messagelist\?/);
  await check('/messagelist');
  await page.goBack();
  await expect(page).toHaveURL(/\/sessionlist$/);

  await app.openTab('documents');
  await check('/document');
  await app.openLocalFile(sample('三号厂房平面图.png'));
  await expect(app.preview.locator('canvas')).toBeVisible();
  await check('image preview');
  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  await app.openLocalFile(sample('Supplier Handbook.pdf'));
  await expect(app.preview.locator('canvas').first()).toBeVisible();
  await check('PDF preview');
  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  await app.openLocalFile(sample('三号厂房产线项目会议纪要.txt'));
  await expect(app.preview.frameLocator('iframe').getByText('会议纪要').first()).toBeVisible();
  await check('text preview');
  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  const wave = testInfo.outputPath('会议录音.wav');
  await writeFile(wave, recording());
  await app.openLocalFile(wave);
  await expect(app.preview.getByRole('slider').first()).toBeVisible();
  await check('the player');
  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  await expect(app.rows).toHaveCount(4);
  await app.rows.first().getByRole('button', { name: app.texts.rows.menu }).click();
  await page.getByRole('menuitem', { name: app.texts.documents.pin, exact: true }).click();
  await expect(page.getByRole('list', { name: app.texts.documents.pinned })).toBeVisible();
  await check('/document with files, one of them pinned');
  await page.getByRole('button', { name: app.texts.seal.action, exact: true }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await check('/document?view=seal');
  await page.goBack();
  await expect(app.rows).toHaveCount(4);

  await app.openTab('work');
  await check('/work');
  await page.getByRole('button', { name: work.todo }).click();
  await expect(page).toHaveURL(/\/approval/);
  await check('/approval');
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await expect(page).toHaveURL(/\/flowinfo16\?/);
  await check('/flowinfo16');
  for (const [button, path] of [
    [work.approve, '/taskagree'],
    [work.reject, '/taskrefuse'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(path));
    await check(path);
    await page.goBack();
    await expect(page).toHaveURL(/\/flowinfo16\?/);
  }
  await page.goto('/myinfo');
  await expect(page.getByText(mine.signOut)).toBeVisible();
  await check('/myinfo');
  await page.goto('/about');
  await check('/about');
  // The orientation is not locked: no rule for one of them turns or hides content.
  await expect(async () => {
    const orientationRules = await page.evaluate(() =>
      [...document.styleSheets]
        .flatMap(({ cssRules }) => Array.from(cssRules))
        .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('orientation'))
        .map(({ cssText }) => cssText)
        .filter((text) => /rotate|transform|display: none|visibility/.test(text)),
    );
    expect(orientationRules).toEqual([]);
  }).toPass();
});
