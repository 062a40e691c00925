import type { BrowserContext, Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';

/** Waits until the service worker keeps all files and answers this page. */
export const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** Has the page look for a newer version. */
export const lookForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined));

type Version = { readonly runningStatus: string; readonly routerRules?: string };

/** What the browser says of its service workers, once one of them is known. */
async function versionsOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const versions = new Map<string, Version>();
  const isKnown = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', (event) => {
      for (const version of event.versions) versions.set(version.versionId, version);
      if (versions.size > 0) resolve();
    });
  });
  await session.send('ServiceWorker.enable');
  await isKnown;
  return { session, versions };
}

/** The addresses that pass by the page's service worker. */
export async function passingBy(page: Page): Promise<string> {
  const { session, versions } = await versionsOf(page);
  await session.detach();
  return [...versions.values()].map(({ routerRules }) => routerRules ?? '').join('\n');
}

/**
 * Ends service workers that have nothing to do, as the browser does after half a minute by itself: those that a test
 * watches Chromium lets run. No other driver can end one.
 */
export async function endIdleWorkers(page: Page): Promise<void> {
  if (engine !== 'chromium') return;
  const { session, versions } = await versionsOf(page);
  const areEnded = new Promise<void>((resolve) => {
    const look = () => {
      if ([...versions.values()].every(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    };
    session.on('ServiceWorker.workerVersionUpdated', look);
    look();
  });
  await session.send('ServiceWorker.stopAllWorkers');
  await areEnded;
  await session.detach();
}

/** Keeps the page's service worker in the middle of something. @returns what lets it go on. */
export async function holdWorker(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker runs');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Held;
    scope.isHeld = new Promise((resolve) => {
      scope.addEventListener('message', (event) =>
        event.waitUntil(
          new Promise<void>((letGo) => {
            scope.letGo = letGo;
            resolve();
          }),
        ),
      );
    });
  });
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('held by a test'));
  await worker.evaluate(() => (globalThis as unknown as Held).isHeld);
  return () => worker.evaluate(() => (globalThis as unknown as Held).letGo());
}

/** What the tests use of the worker's own world, whose types are not this program's. */
type Held = {
  isHeld: Promise<void>;
  letGo: () => void;
  addEventListener(
    type: 'message',
    listener: (event: { waitUntil(work: Promise<void>): void }) => void,
  ): void;
};
