import { Workbox } from 'workbox-window';
import { useWebUpdate, type WebUpdateState } from './web-update.store.ts';

export { useWebUpdate } from './web-update.store.ts';

/** A page that stays open for days asks when it is looked at again, at most this often. */
const betweenChecks = 60 * 60 * 1000;

const patience = 4_000;

type Watch = { readonly workbox: Workbox; readonly registration: ServiceWorkerRegistration };

const show = (state: WebUpdateState) => useWebUpdate.setState({ state, putOff: false });
const reload = () => window.location.reload();

async function register(): Promise<Watch | null> {
  // While one develops, files come from the source and change by themselves.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return null;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => show('waiting'));
  let controller = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one of all finds a page that is as new as itself.
    if (controller !== null) show('replaced');
    controller = navigator.serviceWorker.controller;
  });
  const registration = await workbox.register({ immediate: true });
  if (registration === undefined) return null;
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < betweenChecks) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
  return { workbox, registration };
}

let watching: Promise<Watch | null> | undefined;

/**
 * Has the browser keep the app's files and look for newer ones. Resolves null where it does not (private modes, while one
 * develops).
 */
export function watchWebUpdates(): Promise<Watch | null> {
  watching ??= register().catch(() => null);
  return watching;
}

const installed = (worker: ServiceWorker | null) =>
  new Promise<void>((resolve) => {
    if (worker === null || worker.state !== 'installing') return resolve();
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'installing') resolve();
    });
  });

/**
 * Resolves once the worker that controls this page is active. A page that WebKit loads while its worker is being activated
 * never learns of the end of that.
 */
const activated = () =>
  new Promise<void>((resolve) => {
    const { controller } = navigator.serviceWorker;
    if (controller === null || controller.state === 'activated') return resolve();
    controller.addEventListener('statechange', () => resolve(), { once: true });
  });

/** Looks for newer code now and fetches it. Rejects where the service cannot be reached. */
export async function checkWebUpdate(): Promise<'none' | 'waiting'> {
  const watch = await watchWebUpdates();
  if (watch === null) return 'none';
  const { registration } = watch;
  await registration.update();
  await installed(registration.installing);
  return registration.waiting === null ? 'none' : 'waiting';
}

/** Starts the newer code; the other tabs are told by their own watch. */
export async function applyWebUpdate(): Promise<void> {
  const watch = await watchWebUpdates();
  if (watch === null || watch.registration.waiting === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => void activated().then(reload), {
    once: true,
  });
  watch.workbox.messageSkipWaiting();
  // The old worker may be in the middle of an answer. Chromium forgets then that it was asked, hears no second asking, and
  // looks again when a page is loaded. Where the old one still does not give way, the notice is there again.
  setTimeout(reload, patience);
}
