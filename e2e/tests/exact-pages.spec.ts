import { writeFile } from 'node:fs/promises';
import { agileOffice } from '@sealflow/viewers/testing/sample-encrypted.ts';
import { expect, test } from '../support/app.ts';
import { inkOf } from '../support/canvas-ink.ts';
import { docx } from '../support/docx.ts';
import { sealFile } from '../support/service.ts';

/** With TEST_FULL a locked document is converted too, which takes another start of the engine. */
const isFull = process.env['TEST_FULL'] === '1';

// With the service worker, as in a user's browser: it answers for frames, which changes how they are sandboxed.
test.use({ serviceWorkers: 'allow', viewport: { width: 1440, height: 900 } });

test(
  'exact pages: a question before the download, progress, the page under the watermark, offline reuse, and removal',
  { tag: ['@once'] },
  async ({ app, page, context }, testInfo) => {
    const { preview, common, mine } = app.texts;
    const account = app.account('approver');
    const tenant = app.tenant('eds-pro_16');
    const source = testInfo.outputPath('会议纪要.docx');
    await writeFile(source, docx('三号厂房产线项目会议纪要', '设备调试按计划进行。'));
    const sealed = await sealFile(source, {
      tenant,
      owner: account,
      out: testInfo.outputPath('会议纪要.docx.tdf'),
    });
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/exact-engine/')) requested.push(request.url());
    });

    await test.step('the light view is first, and nothing of the engine is fetched', async () => {
      await app.signIn(account, tenant);
      await app.openTab('documents');
      await app.openLocalFile(sealed);
      await expect(
        app.preview.frameLocator('iframe').getByText('设备调试按计划进行。').first(),
      ).toBeVisible();
      expect(requested).toEqual([]);
    });

    await test.step('declining fetches nothing', async () => {
      await app.preview.getByRole('button', { name: preview.exact.show }).click();
      const question = page.getByRole('dialog', { name: preview.exact.consentTitle });
      await expect(question).toContainText(preview.exact.consentText);
      await question.getByRole('button', { name: common.cancel }).click();
      expect(requested).toEqual([]);
    });

    const firstPage = app.preview.locator('canvas').first();
    await test.step('consenting shows exact pages under the watermark', async () => {
      await app.preview.getByRole('button', { name: preview.exact.show }).click();
      await page
        .getByRole('dialog', { name: preview.exact.consentTitle })
        .getByRole('button', { name: preview.exact.download })
        .click();
      await expect(app.preview.getByRole('progressbar')).toBeVisible();
      await expect(app.preview.getByRole('button', { name: preview.exact.showLight })).toBeVisible({
        timeout: 120_000,
      });
      await expect.poll(async () => (await inkOf(firstPage)).whole).toBeGreaterThan(0.005);
      await expect.poll(async () => (await inkOf(firstPage)).margin).toBeGreaterThan(0.005);
      await page.screenshot({ path: testInfo.outputPath('exact.png') });
    });

    await test.step('the second time needs no network', async () => {
      requested.length = 0;
      await page.goBack();
      await expect(app.preview).toHaveCount(0);
      await context.setOffline(true);
      await app.rows.first().getByRole('button').first().click();
      await app.preview.getByRole('button', { name: preview.exact.show }).click();
      await expect(app.preview.getByRole('button', { name: preview.exact.showLight })).toBeVisible({
        timeout: 120_000,
      });
      expect(requested).toEqual([]);
      await app.preview.getByRole('button', { name: preview.exact.showLight }).click();
      await expect(
        app.preview.frameLocator('iframe').getByText('设备调试按计划进行。').first(),
      ).toBeVisible();
      await context.setOffline(false);
      await page.goBack();
      await expect(app.preview).toHaveCount(0);
    });

    await test.step('a locked document has them once its password is known, which is asked for once', async () => {
      if (!isFull) return;
      const plain = docx('三号厂房产线项目会议纪要', '本页受密码保护。');
      const locked = testInfo.outputPath('加密纪要.docx');
      await writeFile(locked, agileOffice(plain, '2026'));
      const out = testInfo.outputPath('加密纪要.docx.tdf');
      await app.openTab('documents');
      await app.openLocalFile(await sealFile(locked, { tenant, owner: account, out }));
      const dialog = page.getByRole('dialog', { name: preview.passwordTitle });
      await dialog.getByLabel(preview.passwordField).fill('2026');
      await dialog.getByRole('button', { name: preview.passwordOpen }).click();
      const text = app.preview.frameLocator('iframe').getByText('本页受密码保护。').first();
      await expect(text).toBeVisible();
      await expect(app.preview.getByRole('button', { name: preview.exact.show })).toBeVisible();
      await app.preview.getByRole('button', { name: preview.exact.show }).click();
      const showLight = app.preview.getByRole('button', { name: preview.exact.showLight });
      await expect(showLight).toBeVisible({ timeout: 120_000 });
      await showLight.click();
      await expect(text).toBeVisible();
      await page.goBack();
      await expect(app.preview).toHaveCount(0);
    });

    await test.step('Storage removes the engine', async () => {
      expect(await page.evaluate(() => caches.has('exact-engine'))).toBe(true);
      await app.openTab('mine');
      await page.getByRole('button', { name: mine.storage }).click();
      await page.getByRole('button', { name: mine.removeExactEngine }).click();
      await expect.poll(() => page.evaluate(() => caches.has('exact-engine'))).toBe(false);
      await expect(page.getByRole('button', { name: mine.removeExactEngine })).toHaveCount(0);
    });
  },
);
