import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';
import { fetchAsSent } from '../support/fetch-as-sent.ts';
import { Client, uniqueTitle } from '../support/service.ts';

type Tenant = App['demo']['tenants'][number];

async function applications(app: App, tenant: Tenant, count: number) {
  const client = await Client.signIn(app.account('employee'));
  const title = uniqueTitle('申请供应商邮箱');
  const flows = [];
  for (let index = 1; index <= count; index += 1) {
    const one = { type: 'trusted_mailbox_application' as const, title: `${title} ${index}`, files: [] };
    flows.push(await client.apply(tenant.id, one));
  }
  const outcomesOf = async (flowID: string) => {
    const { data } = await client.call(
      'GET /api/v1/tenants/{tid}/flows/{flowID}/process',
      `/api/v1/tenants/${tenant.id}/flows/${flowID}/process`,
    );
    return data
      .filter(({ stepType }) => stepType === 'approve')
      .flatMap(({ tasks }) => tasks)
      .map(({ outcome, note }) => [outcome, note]);
  };
  return { client, title, flows, outcomesOf };
}

/** Opens the waiting tasks and searches for their title, so that the list contains nothing else. */
async function find(app: App, page: Page, title: string): Promise<void> {
  const { work } = app.texts;
  await app.openTab('work');
  await page.getByRole('button', { name: work.todo }).click();
  await page.getByRole('button', { name: work.searchOpen, exact: true }).click();
  await page.getByRole('searchbox', { name: work.search }).fill(title);
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.getByRole('button', { name: title }).first()).toBeVisible();
  await expect(app.rows.filter({ hasNotText: title })).toHaveCount(0);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a decision whose answer is lost survives a kill and a second tab, and is executed once', {
  tag: '@once',
}, async ({ app, page, context }) => {
  const { work } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const { title, flows, outcomesOf } = await applications(app, tenant, 1);
  const [flow] = flows;
  await app.signIn(app.account('approver'), tenant);
  await find(app, page, title);
  await page.getByRole('button', { name: title }).click();
  await button(page, work.approve).click();
  // A killed page must restore the text that the device had time to store.
  const remark = page.getByRole('textbox', { name: work.remark });
  await expect(async () => {
    await remark.fill('离线同意');
    await page.reload();
    await expect(remark).toBeEnabled();
    await expect(remark).toHaveValue('离线同意', { timeout: 2_000 });
  }).toPass();

  let lost = 0;
  await context.route('**/actions/approve', async (route) => {
    await fetchAsSent(route);
    lost += 1;
    await route.abort();
  });
  await button(page, work.confirmApprove).click();
  await expect(page.getByRole('heading', { name: work.waitingTitle })).toBeVisible();
  expect.soft(await violations(page), 'waiting').toEqual([]);
  await button(page, work.viewWaiting).click();
  await expect(page).toHaveURL(/view=outbox/);
  await expect(page.getByText(work.outbox.decision(work.outbox.actions.approve, `${title} 1`))).toBeVisible();
  expect.soft(await violations(page), 'outbox').toEqual([]);
  await expect.poll(() => lost).toBeGreaterThan(0);

  await page.close();
  await context.unroute('**/actions/approve');
  const tabs = [await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto('/work?view=outbox')));
  for (const tab of tabs) await expect(tab.getByText(work.outbox.empty)).toBeVisible();
  expect(await outcomesOf(flow?.id ?? '')).toEqual([['approved', '离线同意']]);
});

test('offline, loaded lists and details stay, and a decision that is too late is rejected', {
  tag: '@once',
}, async ({ app, page, context }) => {
  const { work, common } = app.texts;
  const tenant = app.tenant('eds-pro_15');
  const { client, title, flows } = await applications(app, tenant, 2);
  await app.signIn(app.account('approver'), tenant);
  await find(app, page, title);
  await page.getByRole('button', { name: `${title} 1` }).click();
  await expect(page.getByRole('heading', { name: `${title} 1` })).toBeVisible();
  expect.soft(await violations(page), 'detail').toEqual([]);

  await app.waitUntilOfflineReady('decision', 'flow-finish');
  await context.setOffline(true);
  await button(page, work.reject).click();
  await page.getByRole('textbox', { name: work.remark }).fill('理由不足');
  await button(page, work.confirmReject).click();
  await expect(page.getByRole('heading', { name: work.waitingTitle })).toBeVisible();
  await button(page, work.backToFlow).click();
  await expect(page.getByText(work.outbox.waitingHere(work.outbox.actions.reject))).toBeVisible();
  await expect(button(page, work.approve)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(work.outbox.mark, { exact: true })).toBeVisible();

  // Meanwhile the applicant withdraws the application.
  await client.call(
    'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel',
    `/api/v1/tenants/${tenant.id}/flows/${flows[0]?.id}/actions/cancel`,
    {},
  );
  await context.setOffline(false);
  await page.getByRole('button', { name: work.outbox.refusedBanner(1) }).click();
  await expect(page.getByText(work.outbox.remark('理由不足'))).toBeVisible();
  expect.soft(await violations(page), 'refused').toEqual([]);
  await button(page, work.outbox.readNotice).click();
  await expect(page.getByText(work.outbox.empty)).toBeVisible();

  // A service without an answer leaves the loaded list, shows the reason, and is requested again.
  await page.goBack();
  await expect(page.getByRole('button', { name: `${title} 2` })).toBeVisible();
  await context.route('**/user-tasks?*', (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: `${title} 2` })).toBeVisible();
  expect.soft(await violations(page), 'stored list').toEqual([]);
  await context.unroute('**/user-tasks?*');
  await page.getByRole('alert').getByRole('button', { name: common.retry }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: `${title} 2` })).toBeVisible();
});

test('tasks of one type are decided together, with a result for each', async ({ app, page }) => {
  const { work } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const { client, title, flows, outcomesOf } = await applications(app, tenant, 3);
  await app.signIn(app.account('approver'), tenant);
  await find(app, page, title);
  await button(page, work.selection.start).click();
  await button(page, work.selection.all).click();
  await expect(page.getByText(work.selection.count(3))).toBeVisible();
  expect.soft(await violations(page), 'selection').toEqual([]);
  await button(page, work.bulk.approve).click();
  await expect(page.getByRole('heading', { name: work.bulk.approveTitle(3) })).toBeVisible();
  await page.getByRole('textbox', { name: work.remark }).fill('一并同意');
  await expect(button(page, work.confirmApprove)).toBeEnabled();
  await client.call(
    'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel',
    `/api/v1/tenants/${tenant.id}/flows/${flows[1]?.id}/actions/cancel`,
    {},
  );
  await button(page, work.confirmApprove).click();
  await expect(page.getByText(work.bulk.sent(2))).toBeVisible();
  await expect(page.getByText(work.bulk.refused(1))).toBeVisible();
  expect.soft(await violations(page), 'results').toEqual([]);
  for (const flow of [flows[0], flows[2]])
    expect(await outcomesOf(flow?.id ?? '')).toEqual([['approved', '一并同意']]);
  await button(page, work.done).click();
  await expect(page).toHaveURL(/\/approval\?.*keyword=/);
});

test('tasks are transferred, completed directly and passed to added approvers', async ({ app, page }) => {
  const { work } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const { title, flows, outcomesOf } = await applications(app, tenant, 3);
  await app.signIn(app.account('approver'), tenant);
  await find(app, page, title);
  const open = (index: number) => page.getByRole('button', { name: `${title} ${index}` }).click();
  const more = async (item: string) => {
    await button(page, app.texts.common.more).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await open(1);
  await more(work.transfer);
  await button(page, work.people.choose).click();
  const people = page.getByRole('dialog', { name: work.transferTo });
  await people.getByRole('searchbox', { name: work.people.search }).fill('王强');
  expect.soft(await violations(page), 'people').toEqual([]);
  await people.getByRole('button', { name: /王强/ }).click();
  await button(page, work.confirmTransfer).click();
  await expect(page.getByRole('heading', { name: work.transferredTitle })).toBeVisible();
  await button(page, work.done).click();

  await open(2);
  await more(work.complete);
  await expect(page).toHaveURL(/\/taskagree\?.*view=completion/);
  expect.soft(await violations(page), 'completion').toEqual([]);
  await button(page, work.confirmComplete).click();
  await expect(page.getByRole('heading', { name: work.completedTitle })).toBeVisible();
  await button(page, work.done).click();

  await open(3);
  await more(work.addApproval);
  await button(page, work.people.choose).click();
  const adding = page.getByRole('dialog', { name: work.addApprovers });
  await adding.getByRole('searchbox', { name: work.people.search }).fill('王强');
  await adding.getByRole('button', { name: /王强/ }).click();
  await page.keyboard.press('Escape');
  await button(page, work.confirmAddApproval).click();
  await expect(page.getByRole('heading', { name: work.addedTitle })).toBeVisible();

  const first = async (index: number) =>
    (await outcomesOf(flows[index]?.id ?? '')).map(([outcome]) => outcome);
  expect(await first(0)).toEqual(['transferred', null]);
  expect(await first(1)).toEqual(['direct_completed']);
  expect(await first(2)).toEqual(['converted_to_add_approval', null]);
});

test('the applicant asks and reminds the approvers, and withdraws the application after one confirmation', async ({
  app,
  page,
}) => {
  const { work } = app.texts;
  const tenant = app.tenant('eds-pro_15');
  const { title, flows, client } = await applications(app, tenant, 1);
  await app.signIn(app.account('employee'), tenant);
  await app.openTab('work');
  await page.getByRole('button', { name: work.applied }).click();
  await page.getByRole('button', { name: title }).click();
  const discussion = page.getByRole('region', { name: work.discussion.title });
  await expect(discussion).toContainText(work.discussion.empty);
  await button(page, work.discussion.mention).click();
  await page.getByRole('menuitem').first().click();
  const field = discussion.getByRole('textbox', { name: work.discussion.add });
  await expect(field).toBeFocused();
  await page.keyboard.type('可以先看附件吗？');
  const typed = await field.inputValue();
  expect(await violations(page)).toEqual([]);
  await discussion.getByRole('button', { name: work.discussion.send, exact: true }).click();
  await expect(discussion.getByRole('listitem')).toContainText(typed.trim());
  await expect(field).toHaveValue('');
  const { data: comments } = await client.call(
    'GET /api/v1/tenants/{tid}/flows/{flowID}/comments',
    `/api/v1/tenants/${tenant.id}/flows/${flows[0]?.id}/comments`,
  );
  expect(comments).toMatchObject([{ text: typed.trim(), mentions: [{ name: typed.slice(1, -9).trim() }] }]);
  const { data: steps } = await client.call(
    'GET /api/v1/tenants/{tid}/flows/{flowID}/process',
    `/api/v1/tenants/${tenant.id}/flows/${flows[0]?.id}/process`,
  );
  const awaited = steps.flatMap(({ tasks }) => tasks).filter(({ state }) => state === 'awaiting');
  await app.waitForText(work.reminded(awaited.length), () => button(page, work.remind).click());
  await app.waitForText(app.errorText('work.reminded_recently', { minutes: 60 }), () =>
    button(page, work.remind).click(),
  );
  await button(page, work.cancelFlow).click();
  await button(page, work.keepFlow).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, work.cancelFlow).click();
  await app.waitForText(work.canceled, () =>
    page.getByRole('dialog').getByRole('button', { name: work.cancelFlow }).click(),
  );
  await expect(page.getByText(work.flowStates.canceled, { exact: true }).first()).toBeVisible();
  const { data } = await client.call(
    'GET /api/v1/tenants/{tid}/flows/{flowID}',
    `/api/v1/tenants/${tenant.id}/flows/${flows[0]?.id}`,
  );
  expect(data.state).toBe('canceled');
});
