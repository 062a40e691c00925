import { violations } from '../support/accessibility.ts';
import { App, expect, test } from '../support/app.ts';
import { Applying } from '../support/applying.ts';
import { addMember } from '../support/members.ts';
import { Client, sample, sealflow, uniqueTitle } from '../support/service.ts';

const [plan, minutes] = ['三号厂房产线项目会议纪要.txt', '采购合同.pdf'];

test('an approver returns an application, whose applicant changes it, and decides with the difference in view', async ({
  app,
  page,
  browser,
  contextOptions,
}, testInfo) => {
  const { returns, work, apply } = app.texts;
  const tid = `back-${testInfo.project.name}-${testInfo.workerIndex}-${Date.now() % 100_000}`;
  await sealflow('tenant', 'create', '退回公司', '--id', tid, '--service-version', 'eds-pro_16.2');
  const member = { tid, passwordFile: testInfo.outputPath('password') };
  const first = await addMember({ ...member, name: '王强' });
  const approver = await addMember({ ...member, name: '周敏' });
  const applicant = await addMember({ ...member, name: '张伟' });
  const stages = `any:${first.username};any:${approver.username}`;
  await sealflow('flow-type', 'set', 'file_out', '--tenant', tid, '--stages', stages);
  const title = uniqueTitle('外发会议纪要');
  const client = await Client.signIn(applicant);
  const uri = await client.upload(tid, { path: sample(plan), name: plan });
  const { id: flowID } = await client.apply(tid, { type: 'file_out', title, files: [uri] });
  const firstClient = await Client.signIn(first);
  const approveFirst = async () => {
    const flow = '/api/v1/tenants/{tid}/flows/{flowID}' as const;
    const { data } = await firstClient.call(`GET ${flow}`, `/api/v1/tenants/${tid}/flows/${flowID}`);
    const path = `/api/v1/tenants/${tid}/tasks/${data.myTask?.id}/actions/approve`;
    await firstClient.call('POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve', path, {});
  };
  await approveFirst();
  const account = (person: typeof first) => ({ ...app.account('employee'), ...person, tenants: [] });
  const check = async (screen: string, shown = page) => {
    await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await violations(shown), screen).toEqual([]);
    const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${screen} is no wider than the screen`).toBeLessThanOrEqual(0);
    await shown.screenshot({ path: testInfo.outputPath(`${screen}.png`), fullPage: true });
  };

  await app.signIn(account(approver));
  await app.openTab('work');
  await page.getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: app.texts.common.more, exact: true }).click();
  await page.getByRole('menuitem', { name: returns.action }).click();
  const confirm = page.getByRole('button', { name: returns.confirm, exact: true });
  await confirm.click();
  await expect(page.getByRole('alert')).toHaveText(returns.reasonMissing);
  await expect(page.getByRole('radio', { name: returns.toStage(1) })).toBeVisible();
  await page.getByRole('textbox', { name: returns.reason }).fill('请换成采购合同');
  await check('return-form');
  await confirm.click();
  await expect(page.getByRole('heading', { name: returns.done })).toBeVisible();

  // The applicant sees the reason, replaces the file and submits again.
  const other = await browser.newContext({ ...contextOptions, baseURL: app.demo.url });
  const theirs = await other.newPage();
  const second = new App(theirs, { texts: app.texts, demo: app.demo });
  await second.signIn(account(applicant));
  await second.openTab('work');
  await theirs.getByRole('button', { name: work.applied }).click();
  await expect(theirs.getByRole('button', { name: title })).toContainText(returns.tag);
  await theirs.getByRole('button', { name: title }).click();
  await expect(theirs.getByText(returns.returnedToYou('周敏'))).toBeVisible();
  await check('returned', theirs);
  await theirs.getByRole('button', { name: returns.revise }).click();
  const applying = new Applying(second);
  await expect(theirs.getByText('请换成采购合同')).toBeVisible();
  await expect(applying.field(apply.title)).toHaveValue(title);
  await applying.field(apply.optional(apply.description)).fill('与供应商核对采购内容');
  await applying.field(apply.optional(returns.note)).fill('换成了会议纪要');
  await applying.files.getByRole('button', { name: apply.removeFile(plan) }).click();
  await applying.attach(minutes);
  await applying.attached(1);
  await check('revision-form', theirs);
  await applying.button(apply.next).click();
  await applying.button(returns.resubmit).click();
  await applying.waitForSubmission();
  await expect(theirs.getByText(returns.revised).first()).toBeVisible();
  await check('resubmitted', theirs);
  await other.close();

  // The approver, who decided on the first version, sees what changed, and approves.
  await approveFirst();
  await page.getByRole('button', { name: work.done, exact: true }).click();
  await page.getByRole('button', { name: title }).click();
  const changes = page.getByRole('region', { name: returns.changes });
  await expect(changes.getByText(returns.sinceDecision)).toBeVisible();
  await expect(changes.getByText('换成了会议纪要')).toBeVisible();
  await expect(changes.locator('ins')).toHaveText('与供应商核对采购内容');
  await expect(changes.getByRole('region', { name: returns.filesChanged })).toContainText(minutes);
  await check('changes');
  await page.getByRole('button', { name: work.approve, exact: true }).click();
  await page.getByRole('button', { name: work.confirmApprove, exact: true }).click();
  await expect(page.getByRole('heading', { name: work.approvedTitle })).toBeVisible();
});
