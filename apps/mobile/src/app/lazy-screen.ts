import { limits } from '@sealflow/domain/limits';
import { type ComponentType, createElement, lazy, type ReactNode } from 'react';
import { loadTexts } from '../i18n/index.ts';

/** A part around a screen takes it as its child; a screen takes nothing. */
type Screen = ComponentType<{ readonly children?: ReactNode }>;

type ScreenModule = { readonly default: Screen };

type LoadFailure = { readonly timedOut: boolean; readonly isKept?: boolean; readonly cause?: unknown };

/** The code of a screen did not come: no line, too slow a line, or a newer version lies at its place. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
  readonly timedOut: boolean;
  /** Whether this code, or code that it shares, failed before: the browser keeps a failed module until the page reloads. */
  readonly isKept: boolean;

  constructor({ timedOut, isKept = false, cause }: LoadFailure) {
    super('a screen could not be loaded', { cause });
    this.timedOut = timedOut;
    this.isKept = isKept;
  }
}

/** Gives up what does not come within 120 s (section 9). @throws ScreenLoadError. */
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
/** Whether code beside the screens once did not come: the failure is kept also for what a screen shares with it. */
let hasPartFailed = false;

/** Lets every screen whose code did not come be asked for again; a failure is otherwise kept for good. */
export function forgetFailedScreens(): void {
  for (const restart of restarts) restart();
}

/** A screen that does with the texts of the start, so that nothing else is waited for. */
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

/** Fetches the code of one screen ahead. */
export async function fetchScreen(screen: Screen): Promise<void> {
  await loads.get(screen)?.();
}

/** A screen whose code and texts come when it is first shown; it is given up after 120 s (section 9). */
export const lazyScreen = (load: () => Promise<ScreenModule>) =>
  firstScreen(async () => {
    const [screen] = await Promise.all([load(), loadTexts()]);
    return screen;
  });

/** Whoever scrolls all the time gets the next screen all the same, ms. */
const idleWait = 1_000;

const idle = () =>
  new Promise<unknown>((resolve) => {
    // WebKit has none.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: idleWait });
    else setTimeout(resolve, idleWait / 10);
  });

/** How long what nobody waits for is left before it is asked for again, where the line says nothing. */
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
 * Fetches the code of every screen ahead: whoever goes offline then still reaches all that is stored. One after another,
 * while nothing else is done: all at once they held up whoever was scrolling. None is asked for without a line, since
 * the browser keeps a failure.
 */
export async function fetchScreens(until: AbortSignal): Promise<void> {
  for (const load of loads.values()) {
    await idle();
    while (!navigator.onLine) await lineBack();
    if (until.aborted) return;
    await inTime(load()).catch(() => failedAhead.add(load));
  }
}

/** Loads code that no screen waits for, until it comes. It is tried offline too: a service worker has it without a line. */
export async function loadBeside<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    hasPartFailed = true;
    await lineBack();
    return loadBeside(load);
  }
}

/** A part beside the screens: it shows no failure of its own, and comes whenever the line allows. */
export const backgroundPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) => lazy(() => loadBeside(async () => (await Promise.all([load(), loadTexts()]))[0]));
