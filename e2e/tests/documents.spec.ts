import { readFile, writeFile } from 'node:fs/promises';
import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { inkOf } from '../support/canvas-ink.ts';
import { sample, sealFile, sealflow } from '../support/service.ts';
import { waitUntilCached } from '../support/service-workers.ts';

test('local sealed files open from the picker, stay in the recent list, and survive a key rotation', async ({
  app,
  page,
}, testInfo) => {
  const { documents, preview } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const owner = app.account('employee');
  const seal = (source: string, name: string) =>
    sealFile(sample(source), { tenant, owner, out: testInfo.outputPath(name) });
  const report = await seal('年度运营报告.pdf', '年度运营报告.pdf.tdf');
  const plan = await seal('三号厂房平面图.png', '三号厂房平面图.png.tdf');
  const minutes = await seal('三号厂房产线项目会议纪要.txt', '会议纪要.txt.tdf');
  await sealflow('keys', 'rotate', '--tenant', tenant.id);

  await app.signIn(owner, tenant);
  await app.openTab('documents');

  await app.openLocalFile(report);
  await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 200) })).toBeVisible();
  await expect
    .poll(async () => (await inkOf(app.preview.locator('canvas').first())).whole)
    .toBeGreaterThan(0.02);
  // Escape closes only the top layer.
  const facts = page.getByRole('dialog', { name: preview.facts });
  await app.preview.getByRole('button', { name: preview.facts }).click();
  await expect(facts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(facts).toBeHidden();
  await expect(app.preview).toBeVisible();
  await page.goBack();
  await expect(app.preview).toHaveCount(0);

  await app.openLocalFile(plan);
  const picture = app.preview.locator('canvas');
  await expect.poll(async () => (await inkOf(picture)).whole).toBeGreaterThan(0.02);
  await page.goBack();
  await expect(app.preview).toHaveCount(0);

  await app.openLocalFile(minutes);
  const frame = app.preview.frameLocator('iframe');
  await expect(frame.getByText('会议纪要').first()).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('text.png') });
  // The keyboard reaches the text, and the page receives Escape from its frame.
  await frame.locator('main').focus();
  await page.keyboard.press('Escape');
  await expect(app.preview).toHaveCount(0);

  await expect(app.rows).toHaveCount(3);
  await page.reload();
  await expect(app.rows).toHaveCount(3);
  await page.getByRole('searchbox', { name: documents.search }).fill('纪要');
  await expect(app.rows).toHaveCount(1);
});

test('a modified file is rejected and shows nothing', { tag: '@once' }, async ({ app, page }, testInfo) => {
  const { preview } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const owner = app.account('employee');
  const source = sample('三号厂房产线项目会议纪要.txt');
  const sealed = await sealFile(source, { tenant, owner, out: testInfo.outputPath('minutes.tdf') });
  const bytes = await readFile(sealed);
  bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
  await writeFile(sealed, bytes);

  await app.signIn(owner, tenant);
  await app.openTab('documents');
  await app.openLocalFile(sealed);
  await expect(app.preview.getByText(preview.problems.damaged.title)).toBeVisible();
  await expect(app.preview.locator('iframe')).toHaveCount(0);
  await page.goBack();
  await expect(app.preview).toBeHidden();
});

test('a sealed file is refused to an account without a tenant, and to people without access', async ({
  app,
  page,
}, testInfo) => {
  const { preview } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const owner = app.account('employee');
  const out = testInfo.outputPath('contract.tdf');
  const sealed = await sealFile(sample('采购合同.pdf'), { tenant, owner, out });

  await app.signIn(app.account('no-tenant'));
  await app.openTab('documents');
  await app.openLocalFile(sealed);
  await expect(app.preview.getByText(preview.problems.noTenant.title)).toBeVisible();
  await page.goBack();
});

test.describe('offline', () => {
  // Firefox’s driver also disables the HTTP cache offline. The service worker then has the code of the preview.
  test.use({ serviceWorkers: engine === 'firefox' ? 'allow' : 'block' });

  test('every screen and the documents on the device remain available', {
    tag: '@once',
  }, async ({ app, page, context }) => {
    const { common, work, mine, preview } = app.texts;
    await app.signIn(app.account('approver'), app.tenant('eds-pro_16'));
    if (engine === 'firefox') await waitUntilCached(page);
    await app.openTab('documents');
    await app.openLocalFile(sample('采购合同.pdf'));
    await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
    await page.goBack();
    await expect(app.rows).toHaveCount(1);
    await app.waitUntilOfflineReady('work', 'my-info');

    await context.setOffline(true);
    await app.openTab('work');
    await expect(page.getByText(common.offline)).toBeVisible();
    await expect(page.getByRole('region', { name: work.recent })).toBeVisible();
    await app.openTab('mine');
    await expect(page.getByText(mine.signOut)).toBeVisible();
    await app.openTab('documents');
    await app.rows.first().getByRole('button').first().click();
    await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
  });
});
