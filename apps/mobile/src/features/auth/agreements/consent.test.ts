import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryPlatform } from '../../../platform/adapters/memory/index.ts';
import { acceptAgreements, readConsent, watchConsent } from './consent.store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is given only when both preferences of section 3 are set', async () => {
  const { preferences } = createMemoryPlatform();
  expect(await readConsent(preferences)).toBe(false);
  await preferences.set('isAgreeLicence', 'true');
  expect(await readConsent(preferences)).toBe(false);
  await acceptAgreements(preferences);
  expect(await readConsent(preferences)).toBe(true);
  await preferences.set('privacyGuidelines', 'true');
  expect(await readConsent(preferences)).toBe(false);
});

it('is polled every 1000 ms and calls back once', async () => {
  const { preferences } = createMemoryPlatform();
  const given = vi.fn<() => void>();
  watchConsent(preferences, given);
  await vi.advanceTimersByTimeAsync(5000);
  await acceptAgreements(preferences);
  await vi.advanceTimersByTimeAsync(999);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5000);
  expect(given).toHaveBeenCalledOnce();
});

it('is not polled after cancellation', async () => {
  const { preferences } = createMemoryPlatform();
  const given = vi.fn<() => void>();
  watchConsent(preferences, given)();
  await acceptAgreements(preferences);
  await vi.advanceTimersByTimeAsync(5000);
  expect(given).not.toHaveBeenCalled();
});
