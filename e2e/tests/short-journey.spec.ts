import { writeFile } from 'node:fs/promises';
import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { Applying } from '../support/applying.ts';
import { inkOf } from '../support/canvas-ink.ts';
import { docx } from '../support/docx.ts';
import { Client, sample, sealFile, uniqueTitle } from '../support/service.ts';
import { unreadableIn } from '../support/visibility.ts';

// Like a user’s browser, with the service worker that caches the app for an offline start.
test.use({ serviceWorkers: 'allow' });

test(
  'the main job: consent, sign-in, messages, sealed documents, a decision, an application, a reload, a second tab, back from the page cache, sign-out',
  {
    tag: ['@once', '@short'],
  },
  async ({ app, page, context }, testInfo) => {
    const { auth, work, preview, mine, documents } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const [approver, applicant] = [app.account('approver'), app.account('employee')];
    const seal = (source: string, name: string) =>
      sealFile(source, { tenant, owner: approver, out: testInfo.outputPath(name) });
    const minutes = testInfo.outputPath('会议纪要.docx');
    await writeFile(minutes, docx('三号厂房产线项目会议纪要', '设备调试按计划进行。'));
    const contract = await seal(sample('采购合同.pdf'), '采购合同.pdf.tdf');
    const sealedMinutes = await seal(minutes, '会议纪要.docx.tdf');
    const plan = await seal(sample('三号厂房平面图.png'), '三号厂房平面图.png.tdf');
    const client = await Client.signIn(applicant);
    const task = uniqueTitle('申请供应商沟通邮箱');
    await client.apply(tenant.id, { type: 'trusted_mailbox_application', title: task, files: [] });

    await test.step('consent with its text readable, and sign-in', async () => {
      await page.goto('/');
      const consent = page.getByRole('dialog', { name: auth.consentTitle });
      await expect(consent.getByText(auth.consentLead)).toBeInViewport();
      expect(await unreadableIn(consent)).toEqual([]);
      await page.screenshot({ path: testInfo.outputPath('consent.png') });
      await consent.getByRole('button', { name: auth.agreeAndGoOn }).click();
      await expect(page).toHaveURL(/\/pwdlogin$/);
      await app.submitSignIn(approver);
      await page.getByRole('button', { name: tenant.name }).click();
      await expect(page).toHaveURL(/\/sessionlist$/);
    });

    await test.step('messages', async () => {
      await app.rows.first().getByRole('button').first().click();
      await expect(page).toHaveURL(/\/messagelist\?/);
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/sessionlist$/);
    });

    await test.step('sealed documents under the watermark', async () => {
      await app.openTab('documents');
      await app.openLocalFile(contract);
      await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
      const firstPage = app.preview.locator('canvas').first();
      await expect.poll(async () => (await inkOf(firstPage)).whole).toBeGreaterThan(0.02);
      await expect.poll(async () => (await inkOf(firstPage)).margin).toBeGreaterThan(0.005);
      await page.screenshot({ path: testInfo.outputPath('pdf.png') });
      await page.goBack();
      await expect(app.preview).toHaveCount(0);

      await app.openLocalFile(sealedMinutes);
      const frame = app.preview.frameLocator('iframe');
      await expect(frame.getByText('设备调试按计划进行。').first()).toBeVisible();
      const watermark = app.preview.locator('svg[aria-hidden] pattern text');
      await expect(watermark).toHaveCount(3);
      await expect(watermark.first()).toHaveText(/^\d{3}\*{4}\d{4}$/);
      await page.screenshot({ path: testInfo.outputPath('docx.png') });
      await page.goBack();
      await expect(app.preview).toHaveCount(0);

      await app.openLocalFile(plan);
      const picture = app.preview.locator('canvas').first();
      await expect.poll(async () => (await inkOf(picture)).whole).toBeGreaterThan(0.02);
      await expect.poll(async () => (await inkOf(picture)).margin).toBeGreaterThan(0.005);
      await page.goBack();
      await expect(app.preview).toHaveCount(0);
      await expect(app.rows).toHaveCount(3);
    });

    await test.step('a decision', async () => {
      await app.openTab('work');
      await page.getByRole('button', { name: task }).first().click();
      await expect(page.getByRole('heading', { name: task })).toBeVisible();
      await page.getByRole('button', { name: work.approve, exact: true }).click();
      await page.getByRole('textbox', { name: work.remark }).fill('同意 agreed');
      await page.getByRole('button', { name: work.confirmApprove, exact: true }).click();
      await expect(page.getByText(work.approvedTitle)).toBeVisible();
      await page.getByRole('button', { name: work.done, exact: true }).click();
      await expect(page.getByRole('button', { name: task })).toHaveCount(0);
      const { data } = await client.call(
        'GET /api/v1/tenants/{tid}/user-flows',
        `/api/v1/tenants/${tenant.id}/user-flows?limit=100`,
      );
      const flow = data.find(({ title }) => title === task);
      const process = await client.call(
        'GET /api/v1/tenants/{tid}/flows/{flowID}/process',
        `/api/v1/tenants/${tenant.id}/flows/${flow?.id}/process`,
      );
      const decided = process.data
        .flatMap((step) => step.tasks)
        .filter((each) => each.outcome === 'approved');
      expect(decided).toMatchObject([{ note: '同意 agreed', state: 'processed' }]);
    });

    await test.step('an application with an attachment', async () => {
      const applying = new Applying(app);
      const type = 'file_decryption';
      const types = await client.call(
        'GET /api/v1/tenants/{tid}/flow-types',
        `/api/v1/tenants/${tenant.id}/flow-types`,
      );
      const named = types.data.find((each) => each.type === type)?.name ?? '';
      const title = uniqueTitle('解密采购合同');
      await applying.begin();
      await applying.choose(type, named);
      await applying.field(applying.texts.title).fill(title);
      await applying.attach('采购合同.pdf');
      await applying.attached(1);
      await applying.check();
      await applying.submit();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/work$/);
    });

    await test.step('a reload', async () => {
      await app.openTab('documents');
      await page.reload();
      await expect(app.rows).toHaveCount(3);
    });

    await test.step('a second tab', async () => {
      const second = await context.newPage();
      await second.goto('/document');
      const rows = second.getByRole('main').getByRole('listitem');
      await expect(rows).toHaveCount(3);
      await second.getByRole('searchbox', { name: documents.search }).fill('平面图');
      await expect(rows).toHaveCount(1);
      await second.close();
    });

    await test.step('back from the page cache', async () => {
      await page.evaluate(() => {
        window.addEventListener('pageshow', (event) => {
          sessionStorage.setItem('persisted', String(event.persisted));
        });
      });
      // The page is left during a query of its database.
      await page.getByRole('searchbox', { name: documents.search }).fill('合同');
      await page.goto('/licences.json');
      await page.goBack();
      // Playwright starts Chromium without a page cache, so the page loads again.
      if (engine === 'webkit')
        await expect.poll(() => page.evaluate(() => sessionStorage.getItem('persisted'))).toBe('true');
      await page.getByRole('searchbox', { name: documents.search }).fill('');
      await expect(app.rows).toHaveCount(3);
      await page.reload();
      await expect(app.rows).toHaveCount(3);
      await app.rows.first().getByRole('button').first().click();
      await expect(app.preview.locator('canvas').first()).toBeVisible();
      await page.goBack();
      await expect(app.preview).toHaveCount(0);
    });

    await test.step('sign-out', async () => {
      await app.openTab('mine');
      await page.getByRole('main').getByRole('button', { name: mine.signOut }).click();
      const question = page.getByRole('dialog', { name: mine.signOutTitle });
      expect(await unreadableIn(question)).toEqual([]);
      await question.getByRole('button', { name: mine.signOut, exact: true }).click();
      await expect(page).toHaveURL(/\/pwdlogin$/);
    });
  },
);
