import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { type App, test as base, expect } from '../support/app.ts';
import {
  blockWorker,
  bypassingPaths,
  checkForUpdate,
  endIdleWorkers,
  waitUntilCached,
} from '../support/service-workers.ts';
import { VersionedProxy } from '../support/versioned-proxy.ts';

const test = base.extend<{ front: VersionedProxy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
  front: async ({}, use) => {
    const front = await VersionedProxy.open();
    await use(front);
    await front.close();
  },
});

test.use({ serviceWorkers: 'allow' });

async function signInAndCache(
  app: App,
  { page, front }: { page: Page; front: VersionedProxy },
): Promise<void> {
  await page.goto(front.origin);
  await page.getByRole('button', { name: app.texts.auth.agreeAndGoOn }).click();
  await app.submitSignIn(app.account('approver'));
  await page.getByRole('button', { name: app.tenant('eds-pro_16').name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  await waitUntilCached(page);
}

test('a new version waits for the user, and then notifies the other tabs', async ({
  app,
  front,
  page,
  context,
}) => {
  const { notices } = app.texts;
  await signInAndCache(app, { page, front });
  const other = await context.newPage();
  await other.goto(front.origin);
  await expect(other).toHaveURL(/\/sessionlist$/);
  await waitUntilCached(other);

  front.version += 1;
  await checkForUpdate(page);
  const notice = page.getByText(notices.newVersion);
  await expect(notice).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  // A postponed version does not return by itself, and the old version continues.
  await page.getByRole('button', { name: notices.later }).click();
  await expect(notice).toBeHidden();
  await app.openTab('work');
  await expect(page.getByRole('main')).toBeVisible();

  await other.bringToFront();
  const reload = other.getByRole('button', { name: notices.reload });
  await expect(reload).toBeVisible();
  await endIdleWorkers(other);
  const reloaded = other.waitForEvent('load');
  await reload.click();
  await reloaded;
  await expect(other).toHaveURL(/\/sessionlist$/);
  await waitUntilCached(other);
  await expect(other.getByText(notices.newVersion)).toBeHidden();
  // The other page is notified, and reloads only after the user agrees.
  await page.bringToFront();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: notices.reload }).click();
  await expect(page).toHaveURL(/\/work$/);
  await expect(notice).toBeHidden();
});

test('a reload completes although the new version cannot activate, and the version stays offered', {
  tag: ['@devtools', '@full'],
}, async ({ app, front, page, context }) => {
  const { notices } = app.texts;
  await signInAndCache(app, { page, front });
  expect(await bypassingPaths(page), 'calls of the service bypass the worker').toContain('/api');
  const release = await blockWorker(context, page);
  front.version += 1;
  await checkForUpdate(page);
  const reload = page.getByRole('button', { name: notices.reload });
  const reloaded = page.waitForEvent('load');
  await reload.click();
  await reloaded;
  await expect(page.getByText(notices.newVersion)).toBeVisible();
  const newVersionLoaded = page.waitForEvent('load');
  await release();
  await reload.click();
  await newVersionLoaded;
  await waitUntilCached(page);
  await expect(page.getByText(notices.newVersion)).toBeHidden();
  const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
  expect(await waiting()).toBeUndefined();
});
