import { expect, it } from 'vitest';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { countLaunch } from './launch-count.usecases.ts';

it('counts each start, and restarts at one when the stored count is unreadable', async () => {
  const { preferences } = createMemoryPlatform();
  await countLaunch(preferences);
  await countLaunch(preferences);
  expect(await preferences.get('launchTimes')).toBe('2');
  await preferences.set('launchTimes', 'NaN');
  await countLaunch(preferences);
  expect(await preferences.get('launchTimes')).toBe('1');
});
