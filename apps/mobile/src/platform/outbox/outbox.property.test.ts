import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  uniqueArray,
} from 'fast-check';
import { expect, test } from 'vitest';
import { createModelService, type Line } from '../../../testing/outbox/model-service.ts';
import { createTestOutbox } from '../../../testing/outbox/test-outbox.ts';
import { openMemoryDatabase } from '../adapters/memory/sql.adapter.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { isHeld, undoMs } from './outbox.rules.ts';
import type { NewDecision, OutboxEntry, Outcome } from './outbox.types.ts';

const action = constantFrom('approve', 'reject', 'transfer', 'complete', 'submit' as const);
const subjects = uniqueArray(constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'over1'), {
  minLength: 1,
  maxLength: 4,
});
const tab = constantFrom(0, 1);
const step = oneof(
  {
    weight: 4,
    arbitrary: record({ do: constant('submit' as const), tab, action, subjects, canUndo: boolean() }),
  },
  { weight: 2, arbitrary: record({ do: constant('time' as const), ms: constantFrom(1_000, undoMs) }) },
  { weight: 3, arbitrary: record({ do: constant('flush' as const), tab }) },
  { weight: 2, arbitrary: record({ do: constant('kill' as const), tab }) },
  {
    weight: 4,
    arbitrary: record({
      do: constant('line' as const),
      line: constantFrom<Line>('good', 'lost', 'dead', 'busy', 'hangs', 'forbids'),
    }),
  },
  { weight: 1, arbitrary: record({ do: constant('online' as const), online: boolean() }) },
  { weight: 2, arbitrary: record({ do: constant('withdraw' as const), tab, nth: nat(5) }) },
);
type Step = typeof step extends Arbitrary<infer T> ? T : never;

/** The Web Locks of two tabs. A killed tab releases its locks. */
function createLocks() {
  let tail: Promise<unknown> = Promise.resolve();
  const kills = new Map<number, () => void>();
  return {
    leadOf: (tab: number) => (work: () => Promise<void>) => {
      const turn = tail.then(
        () =>
          new Promise<void>((resolve, reject) => {
            kills.set(tab, resolve);
            work().then(resolve, reject);
          }),
      );
      tail = turn.catch(() => undefined);
      return turn;
    },
    kill: (tab: number) => kills.get(tab)?.(),
  };
}

/** Waits some turns of the event loop, so that pending work finishes fully or partly. The test covers both cases. */
const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

async function run(steps: readonly Step[]): Promise<void> {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  const service = createModelService();
  const locks = createLocks();
  let online = true;
  let now = 0;
  const madeKeys = new Set<string>();
  const open = (tab: number) =>
    createTestOutbox(service, {
      sql: async () => sql,
      isOnline: () => online,
      now: () => now,
      newKey: () => {
        const key = `key-${madeKeys.size}`;
        madeKeys.add(key);
        return key;
      },
      runExclusive: locks.leadOf(tab),
    });
  const tabs = [open(0), open(1)];
  const of = (tab: number) => tabs[tab] ?? open(tab);
  const taken = new Set<string>();
  const withdrawn: OutboxEntry[] = [];
  const outcomes: Promise<readonly Outcome[]>[] = [];

  for (const one of steps) {
    if (one.do === 'submit') {
      // The service accepts several tasks in one request only for these actions.
      const isBulk = one.action === 'approve' || one.action === 'reject';
      const chosen = isBulk ? one.subjects : one.subjects.slice(0, 1);
      // A submission has a draft instead of a task.
      const many = one.action === 'submit' ? chosen.map((subject) => `draft-${subject}`) : chosen;
      const decisions = many.map(
        (subject): NewDecision => ({
          tid: 't1',
          action: one.action,
          flowID: 'f',
          subject,
          title: subject,
          remark: one.action,
          people: [{ fid: 'u1', name: 'u1' }],
          seen: null,
          ...(one.canUndo ? { notBefore: now + undoMs } : {}),
        }),
      );
      for (const subject of many) taken.add(subject);
      outcomes.push(of(one.tab).submit(decisions));
    } else if (one.do === 'flush') void of(one.tab).flush();
    else if (one.do === 'line') service.setLine(one.line);
    else if (one.do === 'online') online = one.online;
    else if (one.do === 'time') now += one.ms;
    else if (one.do === 'kill') {
      of(one.tab).stop();
      locks.kill(one.tab);
      tabs[one.tab] = open(one.tab);
    } else {
      const entry = (await of(one.tab).list())[one.nth];
      if (entry !== undefined && (await of(one.tab).withdraw(entry.seq))) withdrawn.push(entry);
    }
    await settle();
    const sentEarly = (await of(0).list()).filter(
      (entry) => isHeld(entry, now) && service.effects.get(entry.subject)?.includes(entry.requestKey),
    );
    expect(sentEarly, 'what can be undone is not sent').toEqual([]);
  }

  // In the end the app always opens with a working network.
  service.setLine('good');
  online = true;
  now += undoMs;
  for (const tab of [0, 1]) {
    of(tab).stop();
    locks.kill(tab);
  }
  await settle();
  const last = open(2);
  await last.flush();
  // The first flush may only upload the files of an application.
  await last.flush();
  const left = await last.list();
  expect(left.every(({ state }) => state === 'refused')).toBe(true);
  const keysOf = (subject: string) => service.effects.get(subject) ?? [];
  for (const { subject, requestKey } of withdrawn) {
    expect(keysOf(subject), `${subject} was taken back`).not.toContain(requestKey);
  }
  for (const { subject, requestKey } of left) {
    expect(keysOf(subject), `${subject} was done and not refused`).not.toContain(requestKey);
  }
  for (const subject of taken) {
    const done = keysOf(subject);
    expect(done.length, `${subject} is done once`).toBeLessThanOrEqual(1);
    expect(done.every((key) => madeKeys.has(key) || key === `submit-${subject}`)).toBe(true);
    const isKnown = [...left, ...withdrawn].some((entry) => entry.subject === subject);
    expect(done.length === 1 || isKnown, `${subject} is not lost`).toBe(true);
  }
  await sql.close();
}

test('no decision is lost or done twice, for any sequence of network, tab and user events', async () => {
  await assert(asyncProperty(array(step, { minLength: 2, maxLength: 14 }), run), {
    numRuns: 60,
    interruptAfterTimeLimit: 20_000,
  });
}, 60_000);
