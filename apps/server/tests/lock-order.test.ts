import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '../testing/accounts.ts';
import { type Administration, openAdministration } from '../testing/administration.ts';
import { eventually } from '../testing/eventually.ts';
import { TestDevice } from '../testing/service.ts';

let world: Administration;
let inside: ReturnType<Administration['at']>;
const tokens = new Map<string, string>();
const people = ['leaving1', 'leaving2', 'staying', 'successor', 'applicant'] as const;
const type = 'trusted_mailbox_application';

beforeAll(async () => {
  world = await openAdministration();
  inside = world.at('t-two');
  for (const [index, name] of people.entries()) {
    const newAccount = { username: name, mobileNo: `1391000002${index}`, password };
    const added = await inside(world.operator, 'POST /members', {
      fid: `f-${name}`,
      name,
      roles: ['users'],
      newAccount,
    });
    if (added.status !== 200) throw new Error(`member is not added: status ${added.status}`);
    tokens.set(name, await world.signIn(name));
  }
  const approvers = ['f-leaving1', 'f-leaving2', 'f-staying'];
  const process = { stages: [{ rule: 'all_of', approvers }], cc: [], fileProcess: { by: 'service' } };
  const defined = await inside(world.operator, `PUT /flow-types/${type}`, { name: '邮箱', process });
  if (defined.status !== 200) throw new Error(`process is not defined: status ${defined.status}`);
});
afterAll(() => world.service.close());

const ask = (name: (typeof people)[number], call: string, body: object = {}) => {
  const [method, path] = call.split(' ');
  return world.ask(tokens.get(name) ?? '', `${method} /api/v1/tenants/t-two${path}`, body);
};
const apply = async (title: string) => {
  const answer = await ask('applicant', 'POST /user-flows', {
    type,
    title,
    description: 'x',
    files: [],
    details: { email: 'a@example.com' },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data.id as string;
};

/** Calls in an order that mixes the kinds of calls. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item, index) => ({ item, at: ((index * 7919) % 104_729) % 101 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** PostgreSQL counts a deadlock although a transaction that is repeated hides it from the caller. */
async function expectNoDeadlocks(): Promise<void> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(
    world.service.db,
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  expect(world.service.logLines.filter((line) => /deadlock|40P01/.test(line))).toEqual([]);
}

test('memberships end with a handover while their tasks are decided, transferred and opened', async () => {
  const flowIDs: string[] = [];
  for (let n = 0; n < 24; n += 1) flowIDs.push(await apply(`申请${n}`));
  const { rows: tasks } = await sql<{ task_id: string; assignee_fid: string }>`
    select task_id, assignee_fid from flow_tasks where flow_id = any(${flowIDs}::text[]) and step = 'approve'
    order by task_id`.execute(world.service.db);
  const end = (name: string) => () =>
    inside(world.administrator, `POST /members/f-${name}/actions/end`, {
      successor: 'f-successor',
      handOverTasks: true,
      reason: '交接',
    });
  const calls = tasks.map(({ task_id: taskID, assignee_fid: fid }, index) => () => {
    const name = people.find((one) => `f-${one}` === fid) ?? 'staying';
    if (name !== 'staying' && index % 3 === 0)
      return ask(name, `POST /tasks/${taskID}/actions/transfer`, { assignee: 'f-successor' });
    return ask(name, `POST /tasks/${taskID}/actions/${index % 5 === 0 ? 'reject' : 'approve'}`);
  });
  const applications = Array.from(
    { length: 8 },
    (_, n) => () =>
      ask('applicant', 'POST /user-flows', {
        type,
        title: `同时${n}`,
        description: 'x',
        files: [],
        details: { email: 'a@example.com' },
      }),
  );
  const mixed = shuffled([...calls, ...applications]);
  mixed.splice(10, 0, end('leaving1'));
  mixed.splice(30, 0, end('leaving2'));
  const answers = await Promise.all(mixed.map((call) => call()));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const ended = answers.filter(({ body }) => body.data?.tasksLeft !== undefined);
  expect(ended.map(({ body }) => body.data.state)).toEqual(['ended', 'ended']);
  await expectNoDeadlocks();

  const { rows: wrong } = await sql`
    select flow_id from flows f where tid = 't-two' and state = 'approving'
      and not exists (select from flow_tasks t where t.flow_id = f.flow_id and t.state = 'awaiting')
    union all
    select flow_id from flow_decisions where tid = 't-two' group by flow_id, task_id having count(*) > 1
    union all
    select flow_id from flow_tasks where replaces is not null group by flow_id, replaces having count(*) > 1
  `.execute(world.service.db);
  expect(wrong).toEqual([]);

  // What the successor cannot get, because it already decides in the stage, waits for the job that follows the end.
  const { rows: left } = await sql<{ flow_id: string }>`
    select flow_id from flow_tasks where tid = 't-two' and state = 'awaiting' and flow_id = any(${flowIDs}::text[])
      and assignee_fid in ('f-leaving1', 'f-leaving2')`.execute(world.service.db);
  const reported = ended.reduce((sum, { body }) => sum + Number(body.data.tasksLeft), 0);
  expect(left.length).toBeLessThanOrEqual(reported);
  expect(await world.jobs('workflow.executor_left')).toEqual(
    expect.arrayContaining([1, 2].map((n) => ({ tid: 't-two', fid: `f-leaving${n}` }))),
  );
});

test('devices register while the same account signs in, withdraws devices and comes under management', async () => {
  const devices = Array.from({ length: 12 }, () => new TestDevice());
  const { service } = world;
  const registrations = await Promise.all(
    devices.flatMap((device) => [device, device]).map((device) => device.register(service.time.now)),
  );
  const signIn = (device?: object) =>
    service.ask(null, 'POST /api/v1/auth/token', {
      username: 'staying',
      password,
      ...(device && { device }),
    });
  const withdraw = (device: TestDevice) =>
    inside(world.administrator, `POST /members/f-staying/devices/${device.id}/actions/withdraw`);
  const statuses = async (calls: readonly Promise<{ statusCode: number } | { status: number }>[]) =>
    (await Promise.all(calls)).map((answer) => ('status' in answer ? answer.status : answer.statusCode));
  const answered = await statuses([
    ...registrations.map((one) => signIn(one)),
    ...Array.from({ length: 12 }, () => signIn()),
    ...devices.slice(0, 4).map(withdraw),
    ...Array.from({ length: 6 }, (_, n) =>
      inside(world.operator, 'PUT /members/f-staying', { name: `名字${n}` }),
    ),
    ...[null, 't-two', null, 't-two'].map(async (tid) => {
      await sql`update accounts set managed_by = ${tid} where username = 'staying'`.execute(service.db);
      return { status: 200 };
    }),
  ]);
  expect(answered.filter((status) => status >= 500)).toEqual([]);
  expect(
    answered.slice(0, registrations.length + 12).filter((status) => status === 200).length,
  ).toBeGreaterThan(30);
  await eventually(expectNoDeadlocks);
  const { rows } = await sql<{ devices: number; strays: number }>`
    select count(distinct d.device_id)::integer as devices,
      count(*) filter (where d.managed_by is distinct from a.managed_by)::integer as strays
    from devices d join accounts a on a.aid = d.aid where a.username = 'staying'`.execute(service.db);
  expect(rows).toEqual([{ devices: 12, strays: 0 }]);
});
