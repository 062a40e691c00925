import { limits } from '@sealflow/domain/limits';
import { type ComponentType, createElement, lazy, type ReactNode } from 'react';
import { loadTexts } from '../i18n/index.ts';

/** A wrapper around screens takes a screen as its child; a screen takes none. */
type Screen = ComponentType<{ readonly children?: ReactNode }>;

type ScreenModule = { readonly default: Screen };

type LoadFailure = { readonly timedOut: boolean; readonly isKept?: boolean; readonly cause?: unknown };

/** A screen's code failed to load: no network, a slow network, or a newer version has replaced the file. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
  readonly timedOut: boolean;
  /**
   * Whether this code, or code that it shares, failed before: the browser caches a failed module until the page
   * reloads.
   */
  readonly isKept: boolean;

  constructor({ timedOut, isKept = false, cause }: LoadFailure) {
    super('screen code failed to load', { cause });
    this.timedOut = timedOut;
    this.isKept = isKept;
  }
}

/**
 * Rejects after 120 s (section 9).
 * @throws ScreenLoadError.
 */
export function inTime<T>(load: Promise<T>, isKept = false): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ScreenLoadError({ timedOut: true, isKept }));
    const timer = setTimeout(giveUp, limits.chunkLoadTimeout);
    const fail = (cause: unknown) => reject(new ScreenLoadError({ timedOut: false, isKept, cause }));
    load.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}

const loads = new Map<Screen, () => Promise<unknown>>();
const restarts = new Set<() => void>();
const failedAhead = new Set<() => Promise<unknown>>();
/**
 * Whether a background part once failed to load: the browser caches that failure for modules shared with screens too.
 */
let hasPartFailed = false;

/** Allows every screen whose code failed to load to be requested again; React caches the failure otherwise. */
export function forgetFailedScreens(): void {
  for (const restart of restarts) restart();
}

/** A lazy screen that uses only the texts of the start, so that it waits for no other text. */
export function firstScreen(load: () => Promise<ScreenModule>): Screen {
  let failed = false;
  const make = () =>
    lazy(() =>
      inTime(load(), hasPartFailed || failedAhead.has(load)).catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
  let Current = make();
  restarts.add(() => {
    if (failed) Current = make();
    failed = false;
  });
  function LazyScreen({ children }: { readonly children?: ReactNode }) {
    return createElement(Current, null, children);
  }
  loads.set(LazyScreen, load);
  return LazyScreen;
}

/** Loads the code of one screen in advance. */
export async function fetchScreen(screen: Screen): Promise<void> {
  await loads.get(screen)?.();
}

/** A screen whose code and texts load when it is first shown; rejects after 120 s (section 9). */
export const lazyScreen = (load: () => Promise<ScreenModule>) =>
  firstScreen(async () => {
    const [screen] = await Promise.all([load(), loadTexts()]);
    return screen;
  });

/** A user who scrolls without pause must not delay the next screen's code for longer. */
const idleWait = 1_000;

const idle = () =>
  new Promise<unknown>((resolve) => {
    // WebKit has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: idleWait });
    else setTimeout(resolve, idleWait / 10);
  });

/** Retry interval of background loads where no `online` event comes. */
const pause = 30_000;

const lineBack = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => go(), pause);
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    window.addEventListener('online', go);
  });

/**
 * Loads the code of every screen in advance, so that an offline user reaches all stored data. Screens load one after
 * the other while the page is idle: loading all at once made scrolling stutter. No screen is requested while offline,
 * because the browser caches the failure.
 */
export async function fetchScreens(until: AbortSignal): Promise<void> {
  for (const load of loads.values()) {
    await idle();
    while (!navigator.onLine) await lineBack();
    if (until.aborted) return;
    await inTime(load()).catch(() => failedAhead.add(load));
  }
}

/**
 * Loads code that no screen waits for and retries until it succeeds. It is tried offline too: a service worker may
 * have it.
 */
export async function loadBeside<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    hasPartFailed = true;
    await lineBack();
    return loadBeside(load);
  }
}

/** A background part besides the screens: it shows no failure and loads as soon as the network allows. */
export const backgroundPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) => lazy(() => loadBeside(async () => (await Promise.all([load(), loadTexts()]))[0]));
