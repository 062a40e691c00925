import { writeFileSync } from 'node:fs';
import { sampleHeic } from '@sealflow/viewers/testing/sample-heic.ts';
import { expect, test } from '../support/app.ts';

/** WebKit optimises all WebAssembly in one queue: on a busy machine a decoder waits there for over 30 seconds. */
const compilerPatienceMs = 110_000;

test(
  'a frame whose engine blocks WebAssembly reports that the device cannot show HEIC',
  { tag: '@once' },
  async ({ app, page }, testInfo) => {
    await page.route('**/viewer-frame-heic.html', async (route) => {
      const response = await route.fetch();
      // An engine that does not know the keyword applies the rest of the directive.
      const without = (text: string) => text.replaceAll(" 'wasm-unsafe-eval'", '');
      const body = await response.text();
      expect(body).not.toBe(without(body));
      const headers = response.headers();
      const policy = without(headers['content-security-policy'] ?? '');
      await route.fulfill({
        response,
        headers: { ...headers, 'content-security-policy': policy },
        body: without(body),
      });
    });
    // Firefox reports the refusal.
    app.expectError(/blocked WebAssembly/);
    const picture = testInfo.outputPath('照片.heic');
    writeFileSync(picture, sampleHeic());
    await app.signIn(app.account('employee'), app.tenant('eds-pro_16'));
    await app.openTab('documents');
    await app.openLocalFile(picture);
    const { title, hint } = app.texts.preview.problems.pictureUnsupported;
    await expect(app.preview.getByRole('alert')).toContainText(title, { timeout: compilerPatienceMs });
    await expect(app.preview.getByRole('alert')).toContainText(hint);
  },
);

test('a HEIC photo is shown', { tag: '@once' }, async ({ app }, testInfo) => {
  const picture = testInfo.outputPath('照片.heic');
  writeFileSync(picture, sampleHeic());
  await app.signIn(app.account('employee'), app.tenant('eds-pro_16'));
  await app.openTab('documents');
  await app.openLocalFile(picture);
  await expect(app.preview.locator('canvas').first()).toBeVisible({ timeout: compilerPatienceMs });
});
