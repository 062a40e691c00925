import type { BrowserContext, Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';

/** Waits until the service worker has cached all files and controls this page. */
export const waitUntilCached = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** Makes the page check for a newer version. */
export const checkForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined));

type Version = { readonly runningStatus: string; readonly routerRules?: string };

/** The browser’s states of its service workers, after at least one is known. */
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

/** The addresses that bypass the page’s service worker. */
export async function bypassingPaths(page: Page): Promise<string> {
  const { session, versions } = await versionsOf(page);
  await session.detach();
  return [...versions.values()].map(({ routerRules }) => routerRules ?? '').join('\n');
}

/**
 * Ends idle service workers, as the browser does after half a minute: Chromium keeps workers that a test
 * observes. No other driver can end one.
 */
export async function endIdleWorkers(page: Page): Promise<void> {
  if (engine !== 'chromium') return;
  const { session, versions } = await versionsOf(page);
  const isStopped = ({ runningStatus }: Version) => runningStatus === 'stopped';
  const running = new Set([...versions].flatMap(([id, version]) => (isStopped(version) ? [] : [id])));
  const allEnded = new Promise<void>((resolve) => {
    const removeStopped = (changed: readonly (Version & { readonly versionId: string })[]) => {
      for (const version of changed) if (isStopped(version)) running.delete(version.versionId);
      if (running.size === 0) resolve();
    };
    // A request of the page starts a worker again, so that all of them may never be stopped at the same time.
    session.on('ServiceWorker.workerVersionUpdated', (event) => removeStopped(event.versions));
    removeStopped([]);
  });
  await session.send('ServiceWorker.stopAllWorkers');
  await allEnded;
  await session.detach();
}

/** Blocks the page’s service worker during an event. @returns a function that releases it. */
export async function blockWorker(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker runs');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.blocked = new Promise((resolve) => {
      scope.addEventListener('message', (event) =>
        event.waitUntil(
          new Promise<void>((resolveEvent) => {
            scope.release = resolveEvent;
            resolve();
          }),
        ),
      );
    });
  });
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('block the worker'));
  await worker.evaluate(() => (globalThis as unknown as WorkerScope).blocked);
  return () => worker.evaluate(() => (globalThis as unknown as WorkerScope).release());
}

/** The part of the worker’s global scope that the tests use. This program has other types. */
type WorkerScope = {
  blocked: Promise<void>;
  release: () => void;
  addEventListener(
    type: 'message',
    listener: (event: { waitUntil(work: Promise<void>): void }) => void,
  ): void;
};
