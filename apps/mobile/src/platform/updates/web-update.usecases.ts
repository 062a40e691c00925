import { Workbox } from 'workbox-window';
import { useWebUpdate, type WebUpdateState } from './web-update.store.ts';

export { useWebUpdate } from './web-update.store.ts';

/** A page that stays open for days checks when it becomes visible, at most this often. */
const checkIntervalMs = 60 * 60 * 1000;

const reloadAfterMs = 4_000;

type Watch = { readonly workbox: Workbox; readonly registration: ServiceWorkerRegistration };

const setUpdateState = (state: WebUpdateState) => useWebUpdate.setState({ state, isPostponed: false });
const reload = () => window.location.reload();

async function register(): Promise<Watch | null> {
  // In development, files come from the source and update themselves.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return null;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => setUpdateState('waiting'));
  let controller = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first controller of a page is of the same version.
    if (controller !== null) setUpdateState('replaced');
    controller = navigator.serviceWorker.controller;
  });
  const registration = await workbox.register({ immediate: true });
  if (registration === undefined) return null;
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < checkIntervalMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
  return { workbox, registration };
}

let watching: Promise<Watch | null> | undefined;

/**
 * Registers the service worker and checks for newer versions. Resolves null if there is none (private modes,
 * development).
 */
export function watchWebUpdates(): Promise<Watch | null> {
  watching ??= register().catch(() => null);
  return watching;
}

const whenInstalled = (worker: ServiceWorker | null) =>
  new Promise<void>((resolve) => {
    if (worker === null || worker.state !== 'installing') return resolve();
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'installing') resolve();
    });
  });

/**
 * Resolves once the worker that controls this page is active. A page that WebKit loads while its worker is being
 * activated gets no event at the end of the activation.
 */
const whenActivated = () =>
  new Promise<void>((resolve) => {
    const { controller } = navigator.serviceWorker;
    if (controller === null || controller.state === 'activated') return resolve();
    controller.addEventListener('statechange', () => resolve(), { once: true });
  });

/** Checks for a newer version now and downloads it. Rejects if the service is unreachable. */
export async function checkWebUpdate(): Promise<'none' | 'waiting'> {
  const watch = await watchWebUpdates();
  if (watch === null) return 'none';
  const { registration } = watch;
  await registration.update();
  await whenInstalled(registration.installing);
  return registration.waiting === null ? 'none' : 'waiting';
}

/** Activates the newer version; other tabs notice by their own listeners. */
export async function applyWebUpdate(): Promise<void> {
  const watch = await watchWebUpdates();
  if (watch === null || watch.registration.waiting === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => void whenActivated().then(reload), {
    once: true,
  });
  watch.workbox.messageSkipWaiting();
  // The old worker may be in the middle of a response. Chromium then drops the request to skip waiting, ignores a
  // second one, and tries again when a page is loaded. If the old worker still stays, the notice appears again.
  setTimeout(reload, reloadAfterMs);
}
