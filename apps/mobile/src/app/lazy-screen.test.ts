import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyStartScreen, preloadScreens, ScreenLoadError, withLoadTimeout } from './lazy-screen.util.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('times out 120 s after the code of a screen was requested', async () => {
  const failures: unknown[] = [];
  void withLoadTimeout(new Promise(() => undefined)).catch((error: unknown) => failures.push(error));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(failures).toMatchObject([{ name: 'ScreenLoadError', timedOut: true }]);
});

it('returns the loaded code, or rejects with the cause of the failure', async () => {
  expect(await withLoadTimeout(Promise.resolve('code'))).toBe('code');
  const cause = new TypeError('Failed to fetch');
  const failing = withLoadTimeout(Promise.reject(cause));
  await expect(failing).rejects.toBeInstanceOf(ScreenLoadError);
  await expect(failing).rejects.toMatchObject({ timedOut: false, cause });
  expect(vi.getTimerCount()).toBe(0);
});

it('preloads no screen while offline', async () => {
  const requests: string[] = [];
  const end = new AbortController();
  lazyStartScreen(async () => {
    requests.push('offline');
    end.abort();
    return { default: () => null };
  });
  vi.stubGlobal('navigator', { onLine: false });
  const fetched = preloadScreens(end.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([]);
  vi.stubGlobal('navigator', { onLine: true });
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  await fetched;
  expect(requests).toEqual(['offline']);
});

it('preloads screens one after another, skips a failed screen and stops when aborted', async () => {
  const requests: string[] = [];
  let come: (screen: { default: () => null }) => void = () => undefined;
  lazyStartScreen(() => {
    requests.push('slow');
    return new Promise<{ default: () => null }>((resolve) => {
      come = resolve;
    });
  });
  lazyStartScreen(() => {
    requests.push('failing');
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const end = new AbortController();
  lazyStartScreen(async () => {
    requests.push('third');
    end.abort();
    return { default: () => null };
  });
  lazyStartScreen(async () => {
    requests.push('last');
    return { default: () => null };
  });
  const fetched = preloadScreens(end.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toEqual(['slow']);
  come({ default: () => null });
  await vi.advanceTimersByTimeAsync(1_000);
  await fetched;
  expect(requests).toEqual(['slow', 'failing', 'third']);
});

it('preloads no screen while the page scrolls or animates, but for at most 10 s', async () => {
  // The module of the other tests has their screens.
  vi.resetModules();
  const fresh = await import('./lazy-screen.util.ts');
  let timeRemaining = 5;
  vi.stubGlobal('requestIdleCallback', (work: (deadline: { timeRemaining: () => number }) => void) =>
    setTimeout(() => work({ timeRemaining: () => timeRemaining }), 16),
  );
  const requests: string[] = [];
  for (const name of ['first', 'second']) {
    fresh.lazyStartScreen(async () => {
      requests.push(name);
      return { default: () => null };
    });
  }
  const fetched = fresh.preloadScreens(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(requests).toEqual([]);
  timeRemaining = 40;
  await vi.waitFor(() => expect(requests).toEqual(['first']), { interval: 10 });
  timeRemaining = 5;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(requests).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(2_000);
  await fetched;
  expect(requests).toEqual(['first', 'second']);
});
