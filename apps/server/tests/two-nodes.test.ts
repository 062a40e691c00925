import { randomUUID } from 'node:crypto';
import type { Process } from '@sealflow/domain/workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { defineFlowType } from '../src/modules/workflow/flow-types.usecases.ts';
import { findBreak } from '../testing/chain.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

/** The required load takes a minute and runs in `npm run test:full`. Other runs use a smaller one. */
const isFull = process.env['TEST_FULL'] === '1';
const size = isFull ? { approvers: 50, flows: 1000, kills: 5 } : { approvers: 10, flows: 40, kills: 2 };
const tid = 'many';
const password = 'Approve-2026';
const people = Array.from({ length: size.approvers }, (_, index) => `approver${index}`);

let place: ServicePlace;
let nodes: [ServiceProcess, ServiceProcess];
const tokens = new Map<string, string>();
const flowIDs: string[] = [];

beforeAll(async () => {
  place = await openServicePlace({ SEED_DEMO: 'false' });
  await fillTenant();
  nodes = [await place.start(), await place.start()];
  for (const name of [...people, 'applicant']) {
    const { token } = await call(null, 'POST', 'auth/token', { username: name, password });
    tokens.set(name, token);
  }
  const pairs = people.flatMap((first, index) =>
    index % 2 === 0 ? [[first, people[index + 1] ?? first]] : [],
  );
  for (const pair of pairs) {
    await offerType(pair);
    await inParallel(16, Array.from({ length: size.flows / pairs.length }), async () => {
      const { data } = await call('applicant', 'POST', `tenants/${tid}/user-flows`, {
        type: 'trusted_mailbox_application',
        title: 'A mailbox',
        description: '',
        files: [],
      });
      flowIDs.push(data.id);
    });
  }
}, 240_000);
afterAll(() => place.close());

test('simultaneous decisions on two nodes, one of which keeps dying, decide each task once and lose nothing', async () => {
  const kills = killRepeatedly();
  await inParallel(people.length, people, decideAll);
  await kills;

  const decided = await rows(
    `select t.task_id, count(d.task_id) as decisions from flow_tasks t left join flow_decisions d using (task_id)
     where t.tid = $1 and t.state = 'processed' group by t.task_id`,
  );
  const tasks = await rows("select task_id, state from flow_tasks where tid = $1 and step = 'approve'");
  expect(tasks.length).toBe(2 * size.flows);
  expect(tasks.filter(({ state }) => state === 'awaiting')).toEqual([]);
  expect(decided.filter(({ decisions }) => decisions !== 1)).toEqual([]);
  expect(decided.length).toBe(2 * size.flows);

  // Every effect goes through the outbox, which delivers at least once. Each event results in one message.
  const finished = async () =>
    (await rows(`select flow_id from flows where tid = $1 and state = 'finished'`)).length;
  await expect.poll(finished, { timeout: 60_000, interval: 200 }).toBe(size.flows);
  const countNotifications = async () =>
    (
      await rows(
        `select m.idempotency_key from messages m join message_channels c using (session_id)
         where c.tid = $1 and m.idempotency_key like 'task:%:opened'`,
      )
    ).length;
  await expect.poll(countNotifications, { timeout: 60_000, interval: 200 }).toBe(2 * size.flows);
  const flowNews = async () =>
    (
      await rows(
        `select m.link ->> 'flowID' as flow from messages m join message_channels c using (session_id)
         where c.tid = $1 and m.idempotency_key like 'flow:%:finished'`,
      )
    ).map(({ flow }) => flow);
  await expect
    .poll(async () => (await flowNews()).length, { timeout: 60_000, interval: 200 })
    .toBe(size.flows);
  expect(new Set(await flowNews())).toEqual(new Set(flowIDs));

  const applied = await rows(
    `select subject, count(*) as n from audit_records
     where tid = $1 and act = 'processing.mailbox_trusted' group by subject`,
  );
  expect(applied.filter(({ n }) => n !== 1)).toEqual([]);
  expect(applied.length).toBe(size.flows);
  const records = await rows(
    `select subject, count(*) as n from audit_records where tid = $1 and act = 'task.approved' group by subject`,
  );
  expect(records.length).toBe(2 * size.flows);
  expect(records.filter(({ n }) => n !== 1)).toEqual([]);
  const unlinked = async () => (await rows("select record from audit_pending where $1 <> ''")).length;
  await expect.poll(unlinked, { timeout: 60_000, interval: 200 }).toBe(0);
  expect(await findBreak(place.database.handle, tid)).toBeNull();
}, 300_000);

/** Decides tasks until none is left. Each decision is sent twice at once and repeated until a response arrives. */
async function decideAll(name: string): Promise<void> {
  for (;;) {
    const { data } = await call(
      name,
      'GET',
      `tenants/${tid}/user-tasks?state=awaiting&type=approval&limit=20`,
    );
    if (data.length === 0) return;
    for (const task of data) {
      const headers = { 'idempotency-key': `decide-${task.id}` };
      const path = `tenants/${tid}/tasks/${task.id}/actions/approve`;
      const responses = await Promise.all([
        call(name, 'POST', path, { note: 'ok' }, headers),
        call(name, 'POST', path, { note: 'ok' }, headers),
        // Another device of the same person, without the idempotency key: it decides, or gets a conflict.
        call(name, 'POST', path, { note: 'ok' }, { 'idempotency-key': randomUUID() }),
      ]);
      const won = responses.filter((response) => response.data?.state === 'processed').length;
      const conflicts = responses.filter(({ code }) => code === 'work.task_state_error').length;
      if (won === 0 || won + conflicts !== 3) throw new Error(`answered ${JSON.stringify(responses)}`);
    }
  }
}

async function killRepeatedly(): Promise<void> {
  for (let kill = 1; kill <= size.kills; kill += 1) {
    const goal = (kill * 2 * size.flows) / (size.kills + 1);
    const isFarEnough = async () =>
      (await rows('select 1 from flow_decisions where tid = $1')).length >= goal;
    await expect.poll(isFarEnough, { timeout: 120_000, interval: 20 }).toBe(true);
    await nodes[0].stop('SIGKILL');
    nodes[0] = await place.start();
  }
}

/** Alternates between the nodes until one responds, as a client with a bad connection does. */
async function call(
  who: string | null,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  more: Record<string, string> = {},
) {
  const token = who === null ? undefined : tokens.get(who);
  for (let attempt = Math.random() < 0.5 ? 0 : 1; ; attempt += 1) {
    const node = nodes[attempt % 2] ?? nodes[1];
    const response = await fetch(`${node.url}/api/v1/${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
      .then((response) => response.json())
      .catch(() => undefined);
    if (response !== undefined) return response;
  }
}

async function fillTenant(): Promise<void> {
  const db = place.database.handle;
  await createTenant(db, { tid, name: 'Many', serviceVersion: 'eds-pro_16.2' });
  await inParallel(4, [...people, 'applicant'], async (name) => {
    await createAccount(db, { aid: `a-${name}`, username: name, password, email: `${name}@example.com` });
    await addMember(db, { tid, fid: name, aid: `a-${name}`, name, roles: ['users'] });
  });
}

/** Defines a flow type that requires the decisions of all approvers, so that two people decide each flow at once. */
async function offerType(approvers: readonly string[]): Promise<void> {
  const process: Process = {
    stages: [{ rule: 'all_of', approvers }],
    cc: [],
    fileProcess: { by: 'service' },
    delivery: 'none',
    directComplete: false,
    taskTimeLimit: null,
  };
  const type = 'trusted_mailbox_application';
  await defineFlowType(place.database.handle, { tid, type, name: 'Mailbox', process });
}

async function rows(statement: string) {
  const { rows: found } = await place.database.pool.query(statement, [tid]);
  return found;
}

async function inParallel<T>(
  width: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
