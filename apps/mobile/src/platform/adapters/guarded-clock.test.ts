import { expect, it } from 'vitest';
import { StorageError } from '../ports/storage.errors.ts';
import { createGuardedClock } from './guarded-clock.adapter.ts';

it('rejects while the phone is locked instead of forgetting the stored time', async () => {
  let isLocked = true;
  const secrets = {
    get: async () => {
      if (isLocked) throw new StorageError('storage.locked');
      return '5000';
    },
    set: async () => undefined,
    remove: async () => undefined,
  };
  const clock = createGuardedClock(secrets, () => 1000);
  await expect(clock.monotonicNow()).rejects.toMatchObject({ code: 'storage.locked' });
  isLocked = false;
  expect(await clock.monotonicNow()).toBe(5000);
});
