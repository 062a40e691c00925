import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import type { ChangeListener } from '../changes/changes.port.ts';
import type { DatabaseConnection } from '../database/index.ts';
import { type Delivery, openDelivery } from './delivery.client.ts';

let database: DatabaseConnection;
let delivery: Delivery;
const listeners = new Set<ChangeListener>();
const errors: unknown[] = [];

const reportLost = () => {
  for (const listener of listeners) listener('lost');
};

beforeEach(async () => {
  errors.length = 0;
  database = await openTestDatabase();
  delivery = await openDelivery(database.handle, {
    masterKey: { id: 'test', bytes: randomBytes(32), path: null, wasCreated: false },
    changes: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      isCurrent: () => true,
      catchUp: async () => {},
      waitUntilCurrent: () => undefined,
    },
    environment: { smtp: undefined, sms: undefined },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  listeners.clear();
});

async function closeAll() {
  await delivery.mailer.close();
  await delivery.sms.close();
  await database.close();
}

test('a change feed that stops after the transports does not read the settings of a closed database', async () => {
  await closeAll();
  reportLost();
  await setImmediate();
  expect(errors).toEqual([]);
});

test('a read of the settings that has begun is completed before the transports are closed', async () => {
  reportLost();
  await closeAll();
  // Reads are in sequence: this one fails after the earlier one has ended.
  await expect(delivery.refresh()).rejects.toThrow('destroyed');
  expect(errors).toEqual([]);
});
