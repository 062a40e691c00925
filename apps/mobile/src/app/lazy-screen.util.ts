import { limits } from '@sealflow/domain/limits';
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { loadTexts } from '../i18n/index.ts';
import { whenIdle } from '../shell/idle.util.ts';

/** A wrapper around screens takes a screen as its child; a screen takes none. */
type Screen = ComponentType<{ readonly children?: ReactNode }>;

type ScreenModule = { readonly default: Screen };

type LoadFailure = {
  readonly timedOut: boolean;
  readonly isFailureCached?: boolean;
  readonly cause?: unknown;
};

/** A screen's code failed to load: no network, a slow network, or a newer version has replaced the file. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
  readonly timedOut: boolean;
  /**
   * Whether this code, or code that it shares, failed before: the browser caches a failed module until the page
   * reloads.
   */
  readonly isFailureCached: boolean;

  constructor({ timedOut, isFailureCached = false, cause }: LoadFailure) {
    super('screen code failed to load', { cause });
    this.timedOut = timedOut;
    this.isFailureCached = isFailureCached;
  }
}

/**
 * Rejects after 120 s (section 9).
 * @throws ScreenLoadError.
 */
export function withLoadTimeout<T>(load: Promise<T>, isFailureCached = false): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectTimedOut = () => reject(new ScreenLoadError({ timedOut: true, isFailureCached }));
    const timer = setTimeout(rejectTimedOut, limits.chunkLoadTimeoutMs);
    const fail = (cause: unknown) => reject(new ScreenLoadError({ timedOut: false, isFailureCached, cause }));
    load.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}

const loaders = new Map<Screen, () => Promise<unknown>>();
const resetters = new Set<() => void>();
const failedPreloads = new Set<() => Promise<unknown>>();
/**
 * Whether a background part once failed to load: the browser caches that failure for modules shared with screens too.
 */
let hasBackgroundLoadFailed = false;

/** Allows every screen whose code failed to load to be requested again; React caches the failure otherwise. */
export function resetFailedScreens(): void {
  for (const restart of resetters) restart();
}

/** A lazy screen that uses only the texts of the start, so that it waits for no other text. */
export function lazyStartScreen(loadModule: () => Promise<ScreenModule>): Screen {
  let failed = false;
  let loaded: Screen | undefined;
  const load = async () => {
    const screen = await loadModule();
    loaded = screen.default;
    return screen;
  };
  const createLazy = () =>
    lazy(() =>
      withLoadTimeout(load(), hasBackgroundLoadFailed || failedPreloads.has(load)).catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
  let Current = createLazy();
  resetters.add(() => {
    if (failed) Current = createLazy();
    failed = false;
  });
  function LazyScreen({ children }: { readonly children?: ReactNode }) {
    // A loaded screen does not suspend: React would show the fallback and delay the screen by 300 ms. Mounted once, it
    // stays the same component.
    const [Mounted] = useState<Screen>(() => loaded ?? Current);
    return createElement(Mounted, null, children);
  }
  loaders.set(LazyScreen, load);
  return LazyScreen;
}

/** Loads the code of one screen in advance. */
export async function preloadScreen(screen: Screen): Promise<void> {
  await loaders.get(screen)?.();
}

/** Loads the first screen while the platform still loads. The screen itself shows a failure. */
export function preloadFirstScreen(screen: Screen): void {
  const load = loaders.get(screen);
  load?.().catch(() => failedPreloads.add(load));
}

/** A screen whose code and texts load when it is first shown; rejects after 120 s (section 9). */
export const lazyScreen = (load: () => Promise<ScreenModule>) =>
  lazyStartScreen(async () => {
    const [screen] = await Promise.all([load(), loadTexts()]);
    return screen;
  });

/** Retry interval of background loads where no `online` event comes. */
const retryAfterMs = 30_000;

const waitForNetwork = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => finish(), retryAfterMs);
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      resolve();
    };
    window.addEventListener('online', finish);
  });

/**
 * Loads the code of every screen in advance, so that an offline user reaches all stored data. Screens load one after
 * the other while the page is idle: loading all at once made scrolling stutter. No screen is requested while offline,
 * because the browser caches the failure.
 */
export async function preloadScreens(signal: AbortSignal): Promise<void> {
  for (const load of loaders.values()) {
    await whenIdle();
    while (!navigator.onLine) await waitForNetwork();
    if (signal.aborted) return;
    await withLoadTimeout(load()).catch(() => failedPreloads.add(load));
  }
}

/**
 * Loads code that no screen waits for and retries until it succeeds. It is tried offline too: a service worker may
 * have it.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    hasBackgroundLoadFailed = true;
    await waitForNetwork();
    return loadWithRetry(load);
  }
}

/** Loads code that nothing waits for, one part after the other while the page is idle, and retries until it succeeds. */
export async function loadWhenIdle(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await whenIdle();
    await loadWithRetry(load);
  }
}

/** A background part besides the screens: it shows no failure and loads as soon as the network allows. */
export const lazyBackgroundPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) => lazy(() => loadWithRetry(async () => (await Promise.all([load(), loadTexts()]))[0]));
