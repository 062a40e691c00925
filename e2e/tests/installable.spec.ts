import type { BrowserContext, Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';
import { PushService } from '../support/push-service.ts';
import { Client, origin, sample, uniqueTitle } from '../support/service.ts';
import { waitUntilCached } from '../support/service-workers.ts';

test.use({ serviceWorkers: 'allow' });

async function signInAndCache(app: App, page: Page): Promise<void> {
  await app.signIn(app.account('approver'), app.tenant('eds-pro_16'));
  await waitUntilCached(page);
}

test('a browser can install the app', { tag: '@devtools' }, async ({ app, page, context }) => {
  await signInAndCache(app, page);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test’s browser profile is private and cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});

test('a browser gets a manifest with icons, and caches only the app’s files', async ({
  app,
  page,
  context,
}) => {
  const { auth } = app.texts;
  await page.goto('/');
  await expect(page.getByRole('button', { name: auth.agreeAndGoOn })).toBeVisible();
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await registrations(), 'no service worker is registered before consent').toBe(0);
  await signInAndCache(app, page);

  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await context.request.get(address ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await context.request.get(src);
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type]);
  }

  for (const tab of ['documents', 'work', 'mine', 'messages'] as const) await app.openTab(tab);
  const files = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(files).toContain('/index.html');
  expect(
    files.filter((path) => !/^\/(?:assets|icons|pdfjs)\/|^\/[\w-]+\.(?:html|svg|webmanifest)$/.test(path)),
  ).toEqual([]);
});

test('the app starts offline, opens every tab and shows the data on the device', async ({
  app,
  page,
  context,
}) => {
  const { shell, documents } = app.texts;
  await signInAndCache(app, page);
  await app.openTab('documents');
  await app.openLocalFile(sample('三号厂房产线项目会议纪要.txt'));
  await expect(app.preview.frameLocator('iframe').getByText('会议纪要').first()).toBeVisible();
  await page.close();

  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto('/document');
  await expect(later).toHaveURL(/\/networkerror\?err=app\./);
  expect.soft(await violations(later)).toEqual([]);
  await later.getByRole('button', { name: shell.continueStored }).click();
  await expect(later).toHaveURL(/\/document$/);
  const row = later.getByRole('main').getByRole('listitem').filter({ hasText: '会议纪要' });
  await row.getByRole('button').first().click();
  await expect(later.locator('iframe').contentFrame().getByText('会议纪要').first()).toBeVisible();
  await later.goBack();
  await expect(later.getByRole('button', { name: documents.open, exact: true })).toBeVisible();
  const tabs = later.getByRole('navigation', { name: shell.tabBar });
  for (const name of ['work', 'mine', 'messages'] as const) {
    await tabs.getByRole('link', { name: shell.tabs[name] }).click();
    await expect(later.getByRole('main')).toBeVisible();
    await expect(later.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

/** A browser that grants the permission and uses a push service on this machine. */
async function usePushService(context: BrowserContext, service: PushService): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((subscription) => {
    const pushSubscription = {
      ...subscription,
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.setItem('test.unsubscribed', 'yes');
        return true;
      },
    };
    PushManager.prototype.subscribe = async () => pushSubscription as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => pushSubscription as unknown as PushSubscription;
  }, service.subscription);
}

async function deliver(
  { context, page }: { context: BrowserContext; page: Page },
  data: string,
): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: origin(),
    registrationId: await registered,
    data,
  });
  await session.detach();
}

const notices = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
  });

test('a push notification shows the kind of the event, and opens its screen', {
  tag: '@devtools',
}, async ({ app, page, context }) => {
  const texts = app.texts.notices;
  const tenant = app.tenant('eds-pro_16');
  const service = await PushService.open();
  try {
    await usePushService(context, service);
    await context.addInitScript(() => localStorage.setItem('push', 'on'));
    const registered = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/push'),
    );
    await signInAndCache(app, page);
    expect((await registered).status()).toBe(204);

    const applicant = await Client.signIn(app.account('employee'));
    const uri = await applicant.upload(tenant.id, { path: sample('采购合同.pdf'), name: '采购合同.pdf' });
    const title = uniqueTitle('机密');
    await applicant.apply(tenant.id, { type: 'file_marking', title, files: [uri] });
    await expect.poll(() => service.messages.length).toBeGreaterThan(0);
    const [payload = ''] = service.messages;
    const ids = ['flowID', 'msgID', 'sessionID', 'taskID', 'tid', 'type'];
    expect(Object.keys(JSON.parse(payload)).toSorted()).toEqual(ids);

    // DevTools does not confirm a delivery: a message that the worker did not receive is sent again.
    await expect(async () => {
      await deliver({ context, page }, payload);
      await expect.poll(() => notices(page), { timeout: 5_000 }).toHaveLength(1);
    }).toPass();
    const [notice] = await notices(page);
    expect(notice).toMatchObject({ title: texts.pushTitles.task, body: texts.pushText });

    const [worker] = context.serviceWorkers();
    await worker?.evaluate(async () => {
      const scope = globalThis as unknown as ServiceWorkerScope;
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: 'approve' }));
    });
    await expect(page).toHaveURL(/\/taskagree\?flowID=[^&]+&taskID=[^&]+$/);
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
    await expect.poll(() => notices(page)).toHaveLength(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/approval\?list=tasks$/);

    const ended = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().endsWith('/push'),
    );
    await page.goto('/myinfo');
    await page.getByRole('button', { name: app.texts.mine.signOut }).click();
    await page.getByRole('dialog').getByRole('button', { name: app.texts.mine.signOut }).click();
    expect((await ended).status()).toBe(204);
    await expect(page).toHaveURL(/\/pwdlogin$/);
    expect(await page.evaluate(() => localStorage.getItem('test.unsubscribed'))).toBe('yes');
  } finally {
    await service.close();
  }
});

/** The part of the worker’s global scope that the test uses. This program has other types. */
type ServiceWorkerScope = {
  readonly registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): boolean;
};
declare class NotificationEvent extends Event {
  constructor(type: string, init: { notification: Notification | undefined; action?: string });
}
