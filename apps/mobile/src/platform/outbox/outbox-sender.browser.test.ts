import { expect, it } from 'vitest';
import { createModelService } from '../../../testing/outbox/model-service.ts';
import { createDecision } from '../../../testing/outbox/test-outbox.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { submitDecisions, useOutboxStore } from './outbox.store.ts';
import { startSender } from './outbox-sender.usecases.ts';

it('opens the database once online after its module could not be loaded before', async () => {
  const platform = createMemoryPlatform();
  const service = createModelService();
  let line = false;
  platform.setOnline(false);
  const end = startSender({
    platform: {
      ...platform,
      openDatabase: (name) =>
        line ? platform.openDatabase(name) : Promise.reject(new Error('the code did not come')),
    },
    api: service.api,
    accountID: 'a1',
    versionOf: () => 'eds-pro_16.2',
    sendApplication: service.sendApplication,
    onSettled: () => undefined,
  });
  // The outbox cannot store the decision, so the failure is reported immediately.
  service.setLine('dead');
  expect(await submitDecisions('a1', [createDecision('k1')])).toMatchObject([{ state: 'refused' }]);
  line = true;
  platform.setOnline(true);
  await expect.poll(() => useOutboxStore.getState().isRead).toBe(true);
  // Storage works now, so an unanswered decision waits and is sent automatically.
  platform.setOnline(false);
  expect(await submitDecisions('a1', [createDecision('k2')])).toEqual([{ state: 'waiting' }]);
  service.setLine('good');
  platform.setOnline(true);
  await expect.poll(() => service.effects.get('k2')).toHaveLength(1);
  end();
});

it('aborts an unanswered decision on a device without storage when the account signs out', async () => {
  const service = createModelService();
  const end = startSender({
    platform: { ...createMemoryPlatform(), openDatabase: () => Promise.reject(new Error('no room')) },
    api: service.api,
    accountID: 'a1',
    versionOf: () => 'eds-pro_16.2',
    sendApplication: service.sendApplication,
    onSettled: () => undefined,
  });
  service.setLine('hangs');
  const outcome = submitDecisions('a1', [createDecision('k1')]);
  outcome.catch(() => undefined);
  await expect.poll(() => service.requests).toHaveLength(1);
  end();
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
});
