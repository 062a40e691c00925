import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { inkOf } from '../support/canvas-ink.ts';
import { Client, inspect, sample, sealFile, uniqueTitle } from '../support/service.ts';

/** Whether a decision opens the next task of the list: wide screens do. */
const opensNext = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 840;

test('an employee signs in, reads a sealed contract under the watermark, and decides the task', async ({
  app,
  page,
}, testInfo) => {
  const { work, preview } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const [applicant, approver] = [app.account('employee'), app.account('approver')];

  // The day before: a contract is sealed for its owner and attached to an application.
  const out = testInfo.outputPath('contract.pdf.tdf');
  const sealed = await sealFile(sample('采购合同.pdf'), { tenant, owner: applicant, out });
  expect(await inspect(sealed)).toMatchObject({
    encrypted: true,
    key: tenant.key,
    mimeType: 'application/pdf',
  });
  const client = await Client.signIn(applicant);
  const uri = await client.upload(tenant.id, { path: sealed, name: '采购合同.pdf' });
  const title = uniqueTitle('解密采购合同');
  const flow = await client.apply(tenant.id, { type: 'file_decryption', title, files: [uri] });

  await app.signIn(approver, tenant);
  await app.openTab('work');
  await page.getByRole('button', { name: title }).first().click();
  await expect(page).toHaveURL(/\/flowinfo16\?/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  await page.getByRole('button', { name: '采购合同.pdf' }).click();
  await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
  const firstPage = app.preview.locator('canvas').first();
  await expect.poll(async () => (await inkOf(firstPage)).whole).toBeGreaterThan(0.02);
  await expect
    .poll(async () => (await inkOf(firstPage)).margin, 'the watermark is drawn into the page')
    .toBeGreaterThan(0.005);
  await page.screenshot({ path: testInfo.outputPath('preview.png') });

  await page.goBack();
  await expect(app.preview).toBeHidden();
  await page.getByRole('button', { name: work.approve, exact: true }).click();
  await expect(page).toHaveURL(/\/taskagree\?/);
  await page.getByRole('textbox', { name: work.remark }).fill('合同无误 agreed');
  await page.getByRole('button', { name: work.confirmApprove, exact: true }).click();
  if (opensNext(page)) {
    await expect(page.getByRole('button', { name: app.texts.queue.undo, exact: true })).toBeVisible();
    expect.soft(await violations(page), 'the next task').toEqual([]);
  } else {
    await expect(page).toHaveURL(/\/flowfinish/);
    await expect(page.getByText(work.approvedTitle)).toBeVisible();
    expect.soft(await violations(page), '/flowfinish').toEqual([]);
  }

  const readApprovals = async () => {
    const process = await client.call(
      'GET /api/v1/tenants/{tid}/flows/{flowID}/process',
      `/api/v1/tenants/${tenant.id}/flows/${flow.id}/process`,
    );
    return process.data.flatMap((step) => step.tasks).filter((task) => task.outcome === 'approved');
  };
  // A decision that can be undone is sent after five seconds.
  await expect.poll(readApprovals).toMatchObject([{ note: '合同无误 agreed', state: 'processed' }]);

  if (opensNext(page)) await app.openTab('work');
  else await page.getByRole('button', { name: work.done, exact: true }).click();
  await expect(page.getByRole('region', { name: work.recent })).toBeVisible();
  await expect(page.getByRole('button', { name: title })).toHaveCount(0);
});

test('a task is rejected with a reason, also in the plain dialect', async ({ app, page }) => {
  const { work } = app.texts;
  const tenant = app.tenant('eds-pro_15');
  const client = await Client.signIn(app.account('employee'));
  const title = uniqueTitle('申请供应商沟通邮箱');
  await client.apply(tenant.id, { type: 'trusted_mailbox_application', title, files: [] });

  await app.signIn(app.account('approver'), tenant);
  await app.openTab('work');
  await page.getByRole('button', { name: title }).first().click();
  await expect(page).toHaveURL(/\/flowinfo\?/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect.soft(await violations(page), '/flowinfo').toEqual([]);
  await page.getByRole('button', { name: work.reject, exact: true }).click();
  await expect(page).toHaveURL(/\/taskrefuse\?/);
  const [phrase = ''] = work.rejectPhrases;
  await page.getByRole('button', { name: phrase, exact: true }).click();
  await expect(page.getByRole('textbox', { name: work.remark })).toHaveValue(phrase);
  await page.getByRole('button', { name: work.confirmReject, exact: true }).click();
  if (!opensNext(page)) await expect(page.getByText(work.rejectedTitle)).toBeVisible();

  const readRejected = async () => {
    const flows = await client.call(
      'GET /api/v1/tenants/{tid}/user-flows',
      `/api/v1/tenants/${tenant.id}/user-flows?state=rejected`,
    );
    return flows.data.map((flow) => flow.title);
  };
  await expect.poll(readRejected).toContain(title);
});
