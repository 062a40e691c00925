import type { FlowFile, FlowInfo } from '@sealflow/contract';
import { ApiError } from '../../apps/mobile/src/platform/api/index.ts';
import type { Device, SeenTask } from './device.ts';
import { demand } from './ledger.ts';
import { personOf } from './office.ts';
import type { World } from './world.ts';

const sixteen = (query: object) => ({ filter: JSON.stringify(query) });

/** The person looks at their work: counts and lists are what they have to be, and stay readable. */
export async function look(world: World, device: Device): Promise<void> {
  const aid = device.accountID;
  if (aid === null) return;
  await device.run(
    read(world, device)
      .then((work) => world.guard(() => compare(world, personOf(aid), work)))
      .catch((error: unknown) => {
        // Read from another start of the app, an error of the line is another class of the same name.
        if (!(error instanceof Error && error.name === ApiError.name))
          world.guard(() => {
            throw error;
          });
      }),
  );
}

type Work = {
  readonly tasks: readonly {
    readonly id: string;
    readonly nodeType: string;
    readonly flow: { readonly id: string };
  }[];
  readonly flows: readonly { readonly id: string; readonly state: string }[];
  readonly taskCount: number;
  readonly flowCount: number;
};

async function read({ tid }: World, device: Device): Promise<Work> {
  const { api } = device.services;
  const session = device.app.currentSession();
  const version = session.phase === 'signedIn' ? (session.tenant?.tserviceVersion ?? '') : '';
  const say = (query: { state: string; nodeType?: string; type?: string }) =>
    version.startsWith('eds-pro_16')
      ? sixteen({ ...query, type: undefined })
      : { ...query, nodeType: undefined };
  const params = { tid };
  const tasks = (query: { state: string; nodeType?: string; type?: string }, limit: number) =>
    api.call('GET /api/v1/tenants/{tid}/user-tasks', { params, query: { ...say(query), limit } as never });
  const flows = (query: object, limit: number) =>
    api.call('GET /api/v1/tenants/{tid}/user-flows', { params, query: { ...query, limit } });
  const taskCount = (await tasks({ state: 'awaiting', nodeType: 'approve', type: 'approval' }, 0)).total;
  const flowCount = (await flows(say({ state: 'awaiting_approval' }), 0)).total;
  const open = await tasks({ state: 'awaiting' }, 100);
  const own = await flows({}, 100);
  const known = new Map(device.tasks.map((one) => [one.taskID, one]));
  const seen: SeenTask[] = [];
  for (const { id: taskID, nodeType: step, flow } of open.data) {
    const { id: flowID, title } = flow;
    const before = known.get(taskID);
    seen.push(before ?? { taskID, flowID, title, step, digest: await digest(device, { tid, flowID }) });
  }
  device.tasks = [
    ...seen,
    ...device.tasks.filter(({ taskID }) => !seen.some((one) => one.taskID === taskID)),
  ];
  device.flows = own.data.map(({ id, title }) => ({ id, title }));
  return { tasks: open.data, flows: own.data, taskCount, flowCount };
}

async function digest(device: Device, params: { tid: string; flowID: string }): Promise<string> {
  const { api } = device.services;
  const info: FlowInfo = (await api.call('GET /api/v1/tenants/{tid}/flows/{flowID}', { params })).data;
  const files: readonly FlowFile[] = (
    await api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/files', { params })
  ).data;
  return (await device.app.snapshotDigest(info, files)) ?? '';
}

function compare({ ledger }: World, person: string, work: Work): void {
  const expected = [...ledger.applications].flatMap(([flowID, { tasks }]) =>
    tasks.flatMap((task, at) =>
      task.holder === person && task.outcome === null ? [{ flowID, at, task }] : [],
    ),
  );
  for (const { id, nodeType, flow } of work.tasks) {
    const known = expected.find(({ flowID, task }) => flowID === flow.id && task.step === nodeType);
    demand(known !== undefined, `${person} sees a task that is none: ${nodeType} of ${flow.id}`);
    ledger.tasks.set(id, known);
  }
  same(work.tasks.length, expected.length, `tasks of ${person}`);
  same(
    work.taskCount,
    expected.filter(({ task }) => task.step === 'approve').length,
    `tasks counted for ${person}`,
  );
  const own = [...ledger.applications].filter(([, { applicant }]) => applicant === person);
  const isWaiting = (state: string) => state === 'approving' || state === 'waiting';
  same(work.flowCount, own.filter(([, { state }]) => isWaiting(state)).length, `flows counted for ${person}`);
  const shown = work.flows.filter(({ state }) => state !== 'new').map(({ id, state }) => `${id} ${state}`);
  same(
    shown.sort().join(),
    own
      .map(([id, { state }]) => `${id} ${state}`)
      .sort()
      .join(),
    `flows of ${person}`,
  );
}

function same<T>(is: T, expected: T, what: string): void {
  demand(is === expected, `${what}: ${String(is)} and not ${String(expected)}`);
}
