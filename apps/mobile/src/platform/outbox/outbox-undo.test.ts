import { expect, it } from 'vitest';
import { createModelService } from '../../../testing/outbox/model-service.ts';
import { createDecision, createTestOutbox } from '../../../testing/outbox/test-outbox.ts';
import { openMemoryDatabase } from '../adapters/memory/sql.adapter.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { isHeld, nextAttempt, undoMs } from './outbox.rules.ts';

const held = (subject: string) => ({ ...createDecision(subject), remark: '同意', notBefore: undoMs });

/** Two tabs of a device at a time that the test sets. */
async function openDevice() {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  const service = createModelService();
  let now = 0;
  const open = () => createTestOutbox(service, { sql: async () => sql, now: () => now });
  return { service, open, setTime: (ms: number) => (now = ms), close: () => sql.close() };
}

it('stores a decision at once and sends it only after the time to undo it, once for all tabs', async () => {
  const { service, open, setTime, close } = await openDevice();
  const [one, other] = [open(), open()];
  expect(await one.submit([held('k1')])).toEqual([{ state: 'waiting' }]);
  expect(await other.list()).toMatchObject([{ subject: 'k1', notBefore: undoMs, tried: false }]);
  setTime(undoMs - 1);
  await Promise.all([one.flush(), other.flush()]);
  expect(service.requests).toEqual([]);
  setTime(undoMs);
  await Promise.all([one.flush(), other.flush(), open().flush()]);
  expect(service.effects.get('k1')).toHaveLength(1);
  expect(await one.list()).toEqual([]);
  await close();
});

it('sends other decisions while one can still be undone', async () => {
  const { service, open, close } = await openDevice();
  const outbox = open();
  await outbox.submit([held('k1')]);
  expect(await outbox.submit([createDecision('k2')])).toEqual([{ state: 'sent' }]);
  expect([...service.effects.keys()]).toEqual(['k2']);
  await close();
});

it('undoes a decision before its time, and none that may have been sent', async () => {
  const { service, open, setTime, close } = await openDevice();
  const outbox = open();
  await outbox.submit([held('k1')]);
  const [first] = await outbox.list();
  expect(await outbox.withdraw(first?.seq ?? 0)).toBe(true);
  setTime(undoMs);
  await outbox.flush();
  expect(service.requests).toEqual([]);

  await outbox.submit([{ ...held('k2'), notBefore: 2 * undoMs }]);
  const [second] = await outbox.list();
  setTime(2 * undoMs);
  service.setLine('lost');
  await outbox.flush();
  expect(await outbox.withdraw(second?.seq ?? 0)).toBe(false);
  await close();
});

it('does not hold a decision for longer because the clock of the device was set back', async () => {
  const { service, open, setTime, close } = await openDevice();
  setTime(1_000_000);
  await open().submit([{ ...held('k1'), notBefore: 1_000_000 + undoMs }]);
  setTime(0);
  await open().flush();
  expect(service.effects.get('k1')).toHaveLength(1);
  await close();
});

it('tries again at the end of the time to undo, or after the delay of a failed attempt', () => {
  const entry = (notBefore: number | null, state: 'waiting' | 'refused' = 'waiting') => ({
    state,
    tried: false,
    notBefore,
  });
  const at = { now: 1_000, attempt: 0 };
  expect(nextAttempt([entry(null, 'refused')], at)).toBeNull();
  expect(nextAttempt([entry(4_000), entry(3_000)], at)).toEqual({ delayMs: 2_000, isRetry: false });
  expect(nextAttempt([entry(5_500), entry(null)], at)).toEqual({ delayMs: 2_000, isRetry: true });
  expect(isHeld(entry(1_000), 1_000)).toBe(false);
});
