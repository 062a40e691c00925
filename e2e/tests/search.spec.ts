import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { sample, sealFile } from '../support/service.ts';

test(
  'one search finds messages, applications, documents and people, and leads to each',
  {
    tag: '@once',
  },
  async ({ app, page }, testInfo) => {
    const { search, shell, preview } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const owner = app.account('employee');
    const out = testInfo.outputPath('contract.pdf.tdf');
    const sealed = await sealFile(sample('采购合同.pdf'), { tenant, owner, out });
    await app.signIn(owner, tenant);
    await app.openTab('documents');
    await app.openLocalFile(sealed);
    await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
    await page.goBack();
    await expect(app.preview).toHaveCount(0);

    await page.getByRole('button', { name: shell.views.find }).click();
    const field = page.getByRole('searchbox', { name: search.field });
    await expect(field).toBeFocused();
    await field.fill('采购');
    const group = (type: keyof typeof search.types) =>
      page.getByRole('region', { name: new RegExp(`^${search.types[type]} \\d+$`) });
    await expect(group('messages').getByRole('listitem').first()).toBeVisible();
    await expect(group('work').getByRole('listitem').first()).toBeVisible();
    await expect(group('documents').getByRole('listitem').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await violations(page), 'results').toEqual([]);
    await page.screenshot({ path: testInfo.outputPath('results.png') });

    await group('documents').getByRole('listitem').first().getByRole('button').click();
    await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
    await page.goBack();
    await expect(app.preview).toHaveCount(0);
    await expect(group('documents')).toBeVisible();
    await group('work').getByRole('listitem').first().getByRole('button').click();
    await expect(page).toHaveURL(/\/flowinfo16\?/);
    await page.goBack();
    await expect(group('work')).toBeVisible();

    await page.getByRole('button', { name: search.clear }).click();
    await expect(page.getByRole('button', { name: '采购', exact: true })).toBeVisible();
    expect.soft(await violations(page), 'recent searches').toEqual([]);
  },
);
