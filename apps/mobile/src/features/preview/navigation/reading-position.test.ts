import { expect, it } from 'vitest';
import { createMemoryPlatform } from '../../../platform/adapters/memory/index.ts';
import { loadReadingPosition, storeReadingPosition } from './reading-position.hook.ts';

it('stores the reading position of each document, and drops the oldest positions', async () => {
  const { preferences } = createMemoryPlatform();
  expect(await loadReadingPosition(preferences, 'a')).toBe(1);
  await storeReadingPosition(preferences, 'a', 12.34567);
  await storeReadingPosition(preferences, 'b', 3);
  expect(await loadReadingPosition(preferences, 'a')).toBe(12.346);
  await storeReadingPosition(preferences, 'b', 1);
  expect(await loadReadingPosition(preferences, 'b')).toBe(1);
  for (let index = 0; index < 200; index += 1) await storeReadingPosition(preferences, `other ${index}`, 2);
  expect(await loadReadingPosition(preferences, 'a')).toBe(1);
  expect(await loadReadingPosition(preferences, 'other 0')).toBe(2);
});
