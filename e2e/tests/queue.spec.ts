import { expect, test } from '../support/app.ts';
import { Client, sample, sealFile, uniqueTitle } from '../support/service.ts';

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

const taskCount = 6;

test(
  'decides one task after the other from the keyboard, undoes, and sends each decision once after a reload',
  { tag: ['@once', '@full'] },
  async ({ app, page }, testInfo) => {
    const { work, queue, preview } = app.texts;
    // pdf.js reports from its worker that the document of the task before was closed while it was loading.
    app.expectError(/^Worker was terminated$/);
    const tenant = app.tenant('eds-pro_16');
    const out = testInfo.outputPath('contract.pdf.tdf');
    const sealed = await sealFile(sample('采购合同.pdf'), { tenant, owner: app.account('employee'), out });
    const client = await Client.signIn(app.account('employee'));
    const about = uniqueTitle('队列');
    const titles = Array.from({ length: taskCount }, (_, index) => `${about} 第${index + 1}号`);
    for (const title of titles) {
      const uri = await client.upload(tenant.id, { path: sealed, name: '采购合同.pdf' });
      await client.apply(tenant.id, { type: 'file_decryption', title, files: [uri] });
    }
    const sent: string[] = [];
    page.on('request', (request) => {
      const action = /\/tasks\/[^/]+\/actions\/(\w+)$/.exec(new URL(request.url()).pathname)?.[1];
      if (request.method() === 'POST' && action !== undefined)
        sent.push(`${action} ${request.headers()['idempotency-key']}`);
    });

    await app.signIn(app.account('approver'), tenant);
    await app.openTab('work');
    await page.getByRole('button', { name: new RegExp(`${work.todo}$`) }).click();
    const rows = page.locator('#list-pane').getByRole('listitem').getByRole('button');
    await expect(rows.nth(taskCount)).toBeVisible();
    const task = page.getByRole('main').getByRole('article');
    const shows = (title: string) => expect(task.getByText(title, { exact: true })).toBeVisible();
    // The newest task is the first one.
    const order = titles.toReversed();
    const at = (index: number) => order[index] ?? '';

    // The keys move the selection; the detail follows, and the focus stays in the list.
    const palette = page.getByRole('button', { name: app.texts.palette.button, exact: true });
    await expect(palette, 'announced once the app listens for keys').toHaveAttribute('aria-keyshortcuts');
    await page.keyboard.press('j');
    await shows(at(0));
    await page.keyboard.press('ArrowDown');
    await shows(at(1));
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await shows(at(0));
    await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('o');
    await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();

    // One key opens the form, the same key decides. The document of the next task follows.
    await page.keyboard.press('a');
    await expect(page).toHaveURL(/\/taskagree\?/);
    const remark = page.getByRole('textbox', { name: work.remark });
    await expect(remark).toBeVisible();
    await page.keyboard.press('e');
    await page.keyboard.type('ar?/');
    await expect(remark, 'keys are text in a field').toHaveValue('ar?/');
    await page.keyboard.press('Control+Enter');
    await shows(at(1));
    await expect(app.preview).toBeVisible();
    await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
    const offer = page.getByRole('status').filter({ hasText: at(0) });
    await expect(offer).toContainText(queue.offer(work.outbox.decision(work.outbox.actions.approve, at(0))));
    expect(sent, 'nothing is sent while it can be undone').toEqual([]);

    // Undo returns to the form with its remark.
    await page.keyboard.press('z');
    await expect(page).toHaveURL(/\/taskagree\?/);
    await expect(remark).toHaveValue('ar?/');
    await expect(app.preview, 'with its document').toBeVisible();
    await page.keyboard.press('a');
    await shows(at(1));

    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/taskrefuse\?/);
    await expect(page.getByRole('button', { name: work.confirmReject, exact: true })).toBeVisible();
    await page.keyboard.press('r');
    await shows(at(2));
    expect(sent).toEqual([]);

    // Stored decisions survive a reload, and are sent once.
    await page.reload();
    await shows(at(2));
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(2);
    await page.keyboard.press('a');
    await expect(page.getByRole('button', { name: work.confirmApprove, exact: true })).toBeVisible();
    await page.keyboard.press('a');
    await shows(at(3));
    // The document closes first, then the task.
    await page.keyboard.press('Escape');
    await expect(app.preview).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/approval\?/);
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(3);
    expect(sent.filter((one) => one.startsWith('approve '))).toHaveLength(2);
    expect(sent.filter((one) => one.startsWith('reject '))).toHaveLength(1);
    expect(new Set(sent).size).toBe(3);
    await expect(page.locator('#list-pane').getByRole('button', { name: at(2) })).toHaveCount(0);
  },
);
