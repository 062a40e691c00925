import { beforeEach, expect, it } from 'vitest';
import { createMemoryPlatform } from '../../../platform/adapters/memory/index.ts';
import { loadCodeWaits, storeCodeWait, useCodeWaits } from './code-wait.store.ts';

const now = 1_800_000_000_000;
const { preferences } = createMemoryPlatform();
const waits = () => useCodeWaits.getState().waits;

beforeEach(async () => {
  useCodeWaits.setState({ waits: {} });
  await preferences.remove('codeWaits');
});

it('survives a restart of the app, and drops contacts whose wait is over', async () => {
  await storeCodeWait(preferences, { to: '+8613812345678', until: now + 60_000, now });
  await storeCodeWait(preferences, { to: 'li@example.com', until: now + 90_000, now: now + 60_000 });
  expect(waits()).toEqual({ 'li@example.com': now + 90_000 });
  useCodeWaits.setState({ waits: {} });
  await loadCodeWaits(preferences);
  expect(waits()).toEqual({ 'li@example.com': now + 90_000 });
});

it('ignores a stored wait that is unreadable', async () => {
  await preferences.set('codeWaits', '{"+86');
  await loadCodeWaits(preferences);
  expect(waits()).toEqual({});
});
