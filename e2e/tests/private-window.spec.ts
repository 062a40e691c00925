import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { sample } from '../support/service.ts';

test.use({ isPrivate: true });

test('documents open and survive a reload without the private file system, and the app says where it stores them', {
  tag: '@once',
}, async ({ app, page }) => {
  const { diagnostics, preview } = app.texts;
  // WebKit has such a window. The other engines get the error of Firefox’s private window.
  if (engine !== 'webkit')
    await page.addInitScript(() => {
      // An empty frame has no StorageManager.
      if (typeof StorageManager === 'undefined') return;
      StorageManager.prototype.getDirectory = () =>
        Promise.reject(new DOMException('refused', 'SecurityError'));
    });
  await app.signIn(app.account('approver'), app.tenant('eds-pro_16'));
  await app.openTab('documents');
  await app.openLocalFile(sample('采购合同.pdf'));
  await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  await page.reload();
  await expect(app.rows).toHaveCount(1);
  await app.rows.first().getByRole('button').first().click();
  await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
  await page.goBack();
  await page.goto('/myinfo?view=storage');
  await expect(page.getByText(diagnostics.storageKinds.indexeddb)).toBeVisible();
});
