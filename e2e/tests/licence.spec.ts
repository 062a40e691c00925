import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { sample, sealflow } from '../support/service.ts';
import { waitUntilCached } from '../support/service-workers.ts';

const hour = 3_600_000;

// Firefox’s driver also disables the HTTP cache offline. The service worker then has the code of the preview.
test.use({ serviceWorkers: engine === 'firefox' ? 'allow' : 'block' });

test(
  'a lease ends while the document is open, holds offline until then, and no clock change extends it',
  {
    tag: ['@once', '@clock'],
  },
  async ({ app, page }, testInfo) => {
    const { preview, common } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const owner = app.account('employee');
    const ofTenant = ['--tenant', tenant.id];
    await sealflow('class', 'create', '一小时', ...ofTenant, '--id', 'hour', '--level', '1', '--lease', '1h');
    const sealed = testInfo.outputPath('采购合同.pdf.tdf');
    const contract = sample('采购合同.pdf');
    await sealflow(
      'seal',
      contract,
      ...ofTenant,
      '--owner',
      owner.username,
      '--classification',
      'hour',
      '--out',
      sealed,
    );

    await page.clock.install();
    await app.signIn(owner, tenant);
    if (engine === 'firefox') await waitUntilCached(page);
    await app.openTab('documents');
    await app.openLocalFile(sealed);
    const shown = app.preview.getByRole('button', { name: preview.pageOf(1, 12) });
    await expect(shown).toBeVisible();

    await test.step('the document opens again offline', async () => {
      await page.goBack();
      await page.context().setOffline(true);
      await app.rows.first().click();
      await expect(shown).toBeVisible();
    });

    const ended = app.preview.getByText(preview.problems.leaseEnded.title);
    const retryButton = app.preview.getByRole('button', { name: common.retry, exact: true });
    await test.step('the document closes after an hour', async () => {
      await page.clock.fastForward(hour);
      await expect(ended).toBeVisible();
      await expect(app.preview.locator('canvas')).toHaveCount(0);
      await page.screenshot({ path: testInfo.outputPath('ended.png') });
    });

    await test.step('a clock that is set back does not extend the lease', async () => {
      await page.clock.setSystemTime(Date.now() - hour);
      // The licence was deleted with its lease, and only the service can issue another.
      await retryButton.click();
      await expect(app.preview.getByText(preview.problems.offline.title)).toBeVisible();
      await expect(app.preview.locator('canvas')).toHaveCount(0);
    });

    await test.step('a new lease is requested online, and denied after the withdrawal', async () => {
      await page.context().setOffline(false);
      await page.clock.setSystemTime(Date.now());
      await expect(async () => {
        if (await retryButton.isVisible()) await retryButton.click();
        await expect(shown).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await page.goBack();
      const listed = await sealflow('document', 'list', ...ofTenant, '--class', 'hour', '--json');
      const [{ documentID }] = JSON.parse(listed).data;
      await sealflow('document', 'withdraw', documentID, ...ofTenant);
      // The next contact with the service is enough, without opening a document.
      await page.context().setOffline(true);
      const withdrawalResponse = page.waitForResponse(/find-withdrawn$/);
      await page.context().setOffline(false);
      await (await withdrawalResponse).finished();
      await page.context().setOffline(true);
      await expect(async () => {
        await app.rows.first().click();
        const offlineProblem = app.preview.getByText(preview.problems.offline.title);
        await expect(offlineProblem.or(shown)).toBeVisible();
        const isClosed = await offlineProblem.isVisible();
        await page.goBack();
        await expect(app.preview).toHaveCount(0);
        expect(isClosed, 'the stored licence is deleted').toBe(true);
      }).toPass();
      await page.context().setOffline(false);
      await app.rows.first().click();
      await expect(app.preview.getByText(preview.problems.withdrawn.title)).toBeVisible();
      await page.screenshot({ path: testInfo.outputPath('withdrawn.png') });
      await page.goBack();
      await page.context().setOffline(true);
      await app.rows.first().click();
      await expect(app.preview.getByText(preview.problems.offline.title)).toBeVisible();
      await expect(app.preview.locator('canvas')).toHaveCount(0);
    });
  },
);
