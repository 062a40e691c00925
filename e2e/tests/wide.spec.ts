import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { navigate } from '../support/navigate.ts';
import { Client, sample, sealFile, uniqueTitle } from '../support/service.ts';

/** The pages of every width take minutes. */
const isFull = process.env['TEST_FULL'] === '1';

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

test(
  'reads a message, and decides a task with its document beside it',
  { tag: '@once' },
  async ({ app, page }, testInfo) => {
    const { work, preview, shell, wide } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const out = testInfo.outputPath('contract.pdf.tdf');
    const sealed = await sealFile(sample('采购合同.pdf'), { tenant, owner: app.account('employee'), out });
    const client = await Client.signIn(app.account('employee'));
    const uri = await client.upload(tenant.id, { path: sealed, name: '采购合同.pdf' });
    const title = uniqueTitle('宽屏解密合同');
    await client.apply(tenant.id, { type: 'file_decryption', title, files: [uri] });

    await app.signIn(app.account('approver'), tenant);
    await expect(page.getByText(wide.empty.messages.title)).toBeVisible();
    const sessions = page.locator('#list-pane').getByRole('listitem').getByRole('button');
    await sessions.first().click();
    await expect(page).toHaveURL(/\/messagelist\?/);
    await expect(sessions.first()).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/sessionlist$/);
    await expect(sessions.first()).toBeFocused();

    await app.openTab('work');
    const row = page.locator('#list-pane').getByRole('button', { name: title });
    await row.click();
    await expect(page.getByRole('heading', { name: shell.titles.flowinfo16, level: 1 })).toBeFocused();
    await page.getByRole('button', { name: '采购合同.pdf' }).click();
    await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
    await expect(app.preview.locator('canvas').first()).toBeVisible();

    // List, task and document stand side by side.
    const [list, task, document] = await Promise.all(
      [page.locator('#list-pane'), page.getByRole('main'), app.preview].map((pane) => pane.boundingBox()),
    );
    if (!list || !task || !document) throw new Error('a pane is missing');
    expect(list.x + list.width).toBeLessThanOrEqual(task.x + 1);
    expect(task.x + task.width).toBeLessThanOrEqual(document.x + 1);
    expect(document.x + document.width).toBeCloseTo(1440, 0);
    if (isFull) expect.soft(await violations(page), 'three panes').toEqual([]);

    await page.getByRole('button', { name: work.approve, exact: true }).click();
    await expect(page).toHaveURL(/\/taskagree\?/);
    await page.getByRole('textbox', { name: work.remark }).fill('合同第 10 页无误');
    await expect(app.preview, 'the document stays open beside the form').toBeVisible();
    await page.getByRole('button', { name: work.confirmApprove, exact: true }).click();
    // The next task takes the place of the decided one, and one step back leads to the list.
    await expect(page).toHaveURL(/\/flowinfo16\?/);
    await expect(page.getByRole('main').getByText(title)).toHaveCount(0);
    if ((await app.preview.count()) > 0) await page.keyboard.press('Escape');
    await expect(app.preview).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByText(wide.empty.work.title)).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

if (isFull)
  test('wide screens conform to WCAG A and AA at every width, in light and dark appearance', {
    tag: '@once',
  }, async ({ app, page }) => {
    await app.signIn(app.account('approver'), app.tenant('eds-pro_16'));
    const rows = page.locator('#list-pane').getByRole('listitem').getByRole('button');
    await rows.first().click();
    await expect(page).toHaveURL(/\/messagelist\?/);
    const messages = page.url();
    await app.openTab('work');
    const recent = page.getByRole('region', { name: app.texts.work.recent });
    await recent.getByRole('listitem').first().getByRole('button').click();
    await expect(page).toHaveURL(/\/flowinfo16\?/);
    const opened = [messages, page.url()].map((url) => url.slice(new URL(url).origin.length));
    for (const address of [
      '/sessionlist',
      '/document',
      '/work',
      '/approval',
      '/myinfo',
      '/about',
      ...opened,
    ]) {
      await navigate(page, address);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of [840, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await violations(page), `${address} at ${width}`).toEqual([]);
      }
    }
  });
