import type { Route } from '@playwright/test';
import { englishTypeNames } from '@sealflow/domain/workflow';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { Applying, approveAll, flowsOf, signInToApply } from '../support/applying.ts';
import { fetchAsSent } from '../support/fetch-as-sent.ts';
import { Client, sample, uniqueTitle } from '../support/service.ts';

const text = '三号厂房产线项目会议纪要.txt';

test('all eleven application types reach the service with their required details', async ({ app, page }) => {
  const { applying, texts, tenant } = await signInToApply(app, 'eds-pro_16');
  const client = await Client.signIn(app.account('employee'));
  const types = await client.call(
    'GET /api/v1/tenants/{tid}/flow-types',
    `/api/v1/tenants/${tenant.id}/flow-types`,
  );
  const isEnglish = texts.submit === 'Submit';
  await app.openTab('work');

  const sent = new Map<string, string>();
  for (const { type, name } of types.data) {
    const title = uniqueTitle(type);
    sent.set(type, title);
    await test.step(type, async () => {
      await applying.begin();
      if (sent.size === 1) expect.soft(await violations(page), 'the types').toEqual([]);
      await applying.choose(type, isEnglish ? englishTypeNames[type] : name);
      await applying.field(texts.title).fill(title);
      if (type.includes('mail_send') || type === 'mail_out') {
        await applying.field(texts.to).fill('li@partner.example, wang@partner.example');
        await applying.field(texts.optional(texts.subject)).fill('合同');
      }
      if (type === 'trusted_mailbox_application')
        await applying.field(texts.email).fill('box@partner.example');
      if (type === 'file_to_classification') await page.getByRole('radio', { name: '秘密' }).check();
      if (type === 'file_marking')
        await page.getByRole('checkbox', { name: texts.markNames.noCapture }).check();
      if (type === 'file_authorization') {
        await applying.button(texts.choosePeople).click();
        const sheet = page.getByRole('dialog', { name: texts.choosePeople });
        await sheet.getByRole('searchbox').fill('李');
        await sheet.getByRole('checkbox', { name: /李娜/ }).check();
        expect.soft(await violations(page), 'people').toEqual([]);
        await applying.button(texts.chosenPeople(1)).click();
        await applying.button(texts.leases.forever).click();
      }
      if (type !== 'trusted_mailbox_application') {
        await applying.attach(text);
        await applying.attached(1);
      }
      await applying.check();
      if (type === 'file_authorization') expect.soft(await violations(page), 'the check').toEqual([]);
      await applying.submit();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      // The form is finished, so back leads to the start of applying.
      await page.goBack();
      await expect(page).toHaveURL(/\/work$/);
    });
  }

  const info = async (type: string) => {
    const [flow, ...more] = await flowsOf(client, tenant.id, sent.get(type) ?? '');
    expect(more, `one application of ${type}`).toEqual([]);
    const path = `/api/v1/tenants/${tenant.id}/flows/${flow?.id}`;
    return (await client.call('GET /api/v1/tenants/{tid}/flows/{flowID}', path)).data;
  };
  for (const type of sent.keys()) expect(await info(type)).toMatchObject({ type, state: 'approving' });
  const to = ['li@partner.example', 'wang@partner.example'];
  expect((await info('mail_out')).details).toEqual({ to, subject: '合同' });
  expect((await info('trusted_mailbox_application')).details).toEqual({ email: 'box@partner.example' });
  expect((await info('file_to_classification')).details).toEqual({ classificationID: 'secret' });
  expect((await info('file_authorization')).details).toMatchObject({ until: null });
  expect((await info('file_marking')).details).toEqual({ watermark: true, noCapture: true });
});

test('a killed app keeps all text and files, and drafts can be deleted and restored', {
  tag: '@once',
}, async ({ app, context, page }) => {
  const { applying, texts } = await signInToApply(app, 'eds-pro_16');
  await page.goto('/work?view=apply&type=mail_out');
  await applying.button(texts.next).click();
  await expect(page.getByRole('alert').first()).toHaveText(texts.faults.required);
  await expect(applying.field(texts.title)).toBeFocused();
  expect.soft(await violations(page), 'the form with faults').toEqual([]);
  const title = uniqueTitle('发给客户');
  await applying.field(texts.title).fill(title);
  await applying.field(texts.to).fill('not an address,');
  await applying.field(texts.optional(texts.body)).pressSequentially('尽快查收');
  await expect(page.getByText(texts.faults.email)).toBeVisible();

  // The first upload completes, the second never gets its answer.
  await applying.attach(text);
  await applying.attached(1);
  await context.route('**/api/v1/files', () => undefined);
  // A file without a copy on the device must be selected again after a kill.
  const sending = page.waitForRequest('**/api/v1/files');
  await applying.attach('采购合同.pdf');
  await expect(applying.files).toHaveCount(2);
  await sending;
  await expect(page).toHaveURL(/[?&]draft=/);
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  await context.unroute('**/api/v1/files');

  const again = await context.newPage();
  await again.goto(address);
  const after = new Applying(Object.assign(Object.create(app), { page: again }) as typeof app);
  await expect(after.field(texts.title)).toHaveValue(title);
  await expect(after.field(texts.optional(texts.body))).toHaveValue('尽快查收');
  await after.attached(2);
  for (const wrong of ['not', 'an', 'address']) await after.button(texts.removeRecipient(wrong)).click();
  await after.button(texts.removeFile('采购合同.pdf')).click();
  await expect(after.files).toHaveCount(1);

  await again.goto('/work?view=apply');
  const drafts = again.getByRole('region', { name: texts.drafts });
  await drafts.getByRole('button', { name: texts.deleteDraft(title) }).click();
  await expect(drafts.getByText(title)).toHaveCount(0);
  await after.button(app.texts.common.undo).click();
  await drafts.getByText(title).click();
  await expect(after.field(texts.title)).toHaveValue(title);
});

test('one application is sent with its file, whichever answer is lost', {
  tag: ['@once', '@clock'],
}, async ({ app, context, page }) => {
  await page.clock.install();
  const { applying, texts, tenant } = await signInToApply(app, 'eds-pro_15');
  const client = await Client.signIn(app.account('employee'));
  let uploads = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/files')) uploads += 1;
  });

  const lost = async (route: Route) => {
    await fetchAsSent(route);
    await route.abort('connectionreset');
  };
  const silent = () => undefined;
  const faults: readonly (readonly [string, (route: Route) => unknown])[] = [
    ['**/api/v1/files', lost],
    ['**/user-flows', lost],
    ['**/actions/submit', lost],
    // The request ends after 30 s without an answer, and the user can leave earlier.
    ['**/user-flows', silent],
  ];
  for (const [path, fault] of faults) {
    const title = uniqueTitle('解密');
    uploads = 0;
    let left = 1;
    const once = async (route: Route) => {
      if (route.request().method() !== 'POST' || left === 0) return route.fallback();
      left -= 1;
      return fault(route);
    };
    await context.route(path, once);
    await applying.openForm('file_decryption', title);
    await applying.attach(text);
    await applying.waitUntilStored(1);
    await applying.check();
    await applying.button(texts.submit).click();
    await expect.poll(() => left).toBe(0);
    if (fault === silent) await page.clock.fastForward(30_000);
    await applying.waitForSubmission(90_000);
    await context.unroute(path, once);
    const [flow, ...more] = await flowsOf(client, tenant.id, title);
    expect([flow?.state, more, uploads, left]).toEqual(['approving', [], 1, 0]);
  }
});

test('one application is sent with its file, however slow the network is', {
  tag: ['@once', '@devtools', '@full'],
}, async ({ app, context, page }) => {
  const { applying, texts, tenant } = await signInToApply(app, 'eds-pro_15');
  const client = await Client.signIn(app.account('employee'));
  const slow = await context.newCDPSession(page);
  const title = uniqueTitle('慢网申请');
  await applying.openForm('file_decryption', title);
  const kbit = 1024 / 8;
  const conditions = { latency: 2_000, downloadThroughput: 400 * kbit, uploadThroughput: 400 * kbit };
  await slow.send('Network.emulateNetworkConditions', { offline: false, ...conditions });
  await applying.attach('采购合同.pdf');
  await applying.waitUntilStored(1);
  await applying.check();
  await applying.button(texts.submit).click();
  await applying.waitForSubmission(90_000);
  expect(await flowsOf(client, tenant.id, title)).toMatchObject([{ state: 'approving' }]);
});

test('an application that was sent offline waits, and is sent once from another tab', {
  tag: '@once',
}, async ({ app, context, page }) => {
  const { applying, texts, tenant } = await signInToApply(app, 'eds-pro_16');
  const client = await Client.signIn(app.account('employee'));
  const title = uniqueTitle('离线申请');
  // The outbox has opened, and works offline.
  await page.goto('/work?view=outbox');
  await expect(page.getByText(app.texts.work.outbox.empty)).toBeVisible();
  await applying.button(app.texts.common.back).click();
  await applying.begin();
  await page.getByRole('button', { name: new RegExp(texts.hints.file_decryption) }).click();
  await applying.field(texts.title).fill(title);
  await applying.attach('采购合同.pdf');
  await applying.attached(1);
  await app.waitUntilOfflineReady('apply');
  await context.setOffline(true);
  await applying.attach(text);
  await expect(applying.files.nth(1)).toHaveText(new RegExp(texts.fileOffline));
  await applying.button(texts.next).click();
  await applying.button(texts.submitWhenOnline).click();
  await expect(page.getByText(texts.waiting)).toBeVisible();
  expect.soft(await violations(page), 'waiting').toEqual([]);
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  expect(await flowsOf(client, tenant.id, title)).toEqual([]);

  const [reopened, second] = [await context.newPage(), await context.newPage()];
  await Promise.all([reopened.goto('/work'), second.goto('/work')]);
  await expect
    .poll(async () => (await flowsOf(client, tenant.id, title)).map(({ state }) => state))
    .toEqual(['approving']);
  const [flow] = await flowsOf(client, tenant.id, title);
  const { data: files } = await client.call(
    'GET /api/v1/tenants/{tid}/flows/{flowID}/files',
    `/api/v1/tenants/${tenant.id}/flows/${flow?.id}/files`,
  );
  expect(files.map(({ name }) => name)).toEqual(['采购合同.pdf', text]);
  for (const tab of [reopened, second]) {
    await tab.goto('/work?view=outbox');
    await expect(tab.getByText(app.texts.work.outbox.empty)).toBeVisible();
  }
});

test('a refusal by the service appears at its field, and the application can be sent again', {
  tag: '@once',
}, async ({ app, context, page }) => {
  const { applying, texts } = await signInToApply(app, 'eds-pro_16');
  await applying.openForm('file_decryption', uniqueTitle('解密'));
  const answers = [
    { status: 401, json: { code: 'login.token_expired', message: 'token expired', params: {} } },
    { status: 422, json: { code: 'file.infected', message: 'file infected', params: {} } },
    { status: 413, json: { code: 'file.too_large', message: 'file too large', params: {} } },
    { status: 502, body: 'Bad Gateway' },
  ];
  await context.route('**/api/v1/files', async (route) => {
    const answer = answers.shift();
    return answer === undefined ? route.continue() : route.fulfill(answer);
  });
  await applying.attach(text);
  // The ended token is renewed silently. A final refusal can only be removed.
  for (const reason of [/病毒|virus/, /过大|too large/]) {
    await expect(applying.files).toHaveText(reason);
    await expect(applying.button(texts.retryFile(text))).toHaveCount(0);
    await applying.button(texts.removeFile(text)).click();
    await applying.attach(text);
  }
  await expect(applying.files).toContainText(app.errorText('app.bad_gateway'));
  await applying.button(texts.retryFile(text)).click();
  await applying.attached(1);
  await applying.check();

  await context.route('**/actions/submit', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'file.file_does_not_exist', message: 'file does not exist', params: {} },
    }),
  );
  await applying.button(texts.submit).click();
  await expect(page.getByRole('region', { name: texts.files }).getByRole('alert')).toBeVisible();
  await applying.button(texts.removeFile(text)).click();
  await applying.button(texts.next).click();
  await expect(page.getByText(texts.faults.filesNeeded)).toBeVisible();
});

test('the files of a finished application are downloaded over an unstable network', {
  tag: '@once',
}, async ({ app, context, page }) => {
  const applying = new Applying(app);
  const { texts } = applying;
  const tenant = app.tenant('eds-pro_16');
  const client = await Client.signIn(app.account('employee'));
  const title = uniqueTitle('外发');
  const uri = await client.upload(tenant.id, { path: sample('采购合同.pdf'), name: '采购合同.pdf' });
  const flow = await client.apply(tenant.id, { type: 'file_out', title, files: [uri] });
  await approveAll(app, tenant.id, title);
  await app.signIn(app.account('employee'), tenant);
  await page.goto(`/flowinfo16?flowID=${flow.id}`);
  await applying.button(texts.fetchFiles).waitFor();

  let preparing = 1;
  await context.route('**/check-prepared-download-file/**', async (route) => {
    preparing -= 1;
    if (preparing >= 0) return route.abort('connectionreset');
    return route.continue();
  });
  let fetches = 0;
  await context.route('**/download-files/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    fetches += 1;
    return fetches <= 3 ? route.fulfill({ status: 502, body: '' }) : route.continue();
  });
  await applying.button(texts.fetchFiles).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect.soft(await violations(page), 'the progress').toEqual([]);
  // Two retries at intervals of 3 s, then the reason.
  await expect(page.getByText(app.errorText('app.bad_gateway'))).toBeVisible();
  expect(fetches).toBe(3);
  await page.reload();
  // Interrupted work continues without a user action.
  await expect(page.getByText(texts.downloaded)).toBeVisible();
  await expect(page.getByText(/^[a-z0-9]{5}(?:-[a-z0-9]{5}){3}$/)).toBeVisible();
  expect.soft(await violations(page), 'the result').toEqual([]);
  await page.goto('/document');
  await page
    .getByRole('button', { name: app.texts.documents.tabs.download })
    .or(page.getByRole('tab', { name: app.texts.documents.tabs.download }))
    .click();
  await expect(app.rows.filter({ hasText: title })).toHaveCount(1);
});
