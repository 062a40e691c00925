import { join } from 'node:path';
import { media as texts } from '@sealflow/viewers/texts/zh/media.ts';
import { engine } from '../engines/engine.ts';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';
import { sealFile } from '../support/service.ts';
import { endIdleWorkers, waitUntilCached } from '../support/service-workers.ts';

test.use({ serviceWorkers: 'allow' });

const film = join(import.meta.dirname, '../samples/test-pattern.webm');

test('a sealed video plays on the device, with its watermark also in full screen, and leaves no data behind', async ({
  app,
  page,
  context,
}, testInfo) => {
  const tenant = app.tenant('eds-pro_16');
  const owner = app.account('employee');
  const sealed = await sealFile(film, { tenant, owner, out: testInfo.outputPath('设备调试.webm.tdf') });

  await app.signIn(owner, tenant);
  await waitUntilCached(page);
  await app.openTab('documents');
  await app.openLocalFile(sealed);
  const video = app.preview.locator('video');
  const bar = app.preview.getByRole('slider', { name: texts.position });
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const watermark = app.preview.locator('section svg[aria-hidden] text').first();
  await app.preview.getByRole('button', { name: texts.play, exact: true }).click();
  await expect.poll(time).toBeGreaterThan(0.5);
  const address = await video.evaluate((element: HTMLVideoElement) => element.src);
  expect(new URL(address).pathname).toMatch(/^\/media\/[0-9a-f]{32}$/);
  expect(await violations(page)).toEqual([]);

  // The browser may end the worker at any time, because it has no required state.
  await app.preview.getByRole('button', { name: texts.pause }).click();
  await endIdleWorkers(page);
  // WebKitGTK never completes a seek that starts at the end of a paused video, with any page and server.
  const keys = engine === 'webkit' ? ['ArrowRight', 'ArrowRight', 'ArrowRight'] : ['End', 'ArrowLeft'];
  for (const key of keys) await bar.press(key);
  await expect
    .poll(() => video.evaluate(({ seeking, currentTime }: HTMLVideoElement) => [seeking, currentTime > 14]))
    .toEqual([false, true]);

  await app.preview.getByRole('button', { name: texts.enterFullscreen }).click();
  await expect
    .poll(() =>
      page.evaluate(() => document.fullscreenElement?.querySelector('video') instanceof HTMLVideoElement),
    )
    .toBe(true);
  const whole = await page.evaluate(() => document.fullscreenElement?.textContent ?? '');
  expect(whole).toContain(await watermark.textContent());
  await app.preview.getByRole('button', { name: texts.leaveFullscreen }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

  // The address works for the player only: neither scripts nor other pages get data.
  const ask = (url: string) => fetch(url).then(({ status }) => status);
  expect(await page.evaluate(ask, address)).toBe(404);
  const other = await context.newPage();
  await other.goto('/');
  await waitUntilCached(other);
  expect(await other.evaluate(ask, address)).toBe(404);
  const plays = await other.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const player = document.createElement('video');
        player.addEventListener('loadedmetadata', () => resolve('plays'));
        player.addEventListener('error', () => resolve('refused'));
        player.src = url;
      }),
    address,
  );
  expect(plays).toBe('refused');
  await other.close();

  await page.goBack();
  await expect(app.preview).toHaveCount(0);
  const keptFiles = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(keptFiles.filter((path) => path.startsWith('/media/'))).toEqual([]);

  // Playback resumes at the previous position.
  await app.rows.first().getByRole('button').first().click();
  await expect.poll(time).toBeGreaterThan(14);
});
