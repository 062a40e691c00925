import type { FlowFile, FlowInfo } from '@sealflow/contract';
import { ApiError } from '../../apps/mobile/src/platform/api/index.ts';
import type { Device, SeenTask } from './device.ts';
import { assertInvariant } from './invariants.ts';
import type { Scenario } from './scenario.ts';
import { personOf } from './tenant.ts';

const dialect16Query = (query: object) => ({ filter: JSON.stringify(query) });

/** Loads the work of the signed-in person and compares counts and lists with the model. */
export async function checkWorkLists(scenario: Scenario, device: Device): Promise<void> {
  const aid = device.accountID;
  if (aid === null) return;
  await device.run(
    loadWork(scenario, device)
      .then((work) => scenario.collectViolation(() => compareWork(scenario, personOf(aid), work)))
      .catch((error: unknown) => {
        // After a restart of the app a network error has another class with the same name.
        if (!(error instanceof Error && error.name === ApiError.name))
          scenario.collectViolation(() => {
            throw error;
          });
      }),
  );
}

type Work = {
  readonly tasks: readonly {
    readonly id: string;
    readonly nodeType: string;
    readonly deputyFor?: { readonly fid: string } | undefined;
    readonly flow: { readonly id: string };
  }[];
  readonly flows: readonly { readonly id: string; readonly state: string }[];
  readonly taskCount: number;
  readonly flowCount: number;
};

async function loadWork({ tid }: Scenario, device: Device): Promise<Work> {
  const { api } = device.services;
  const session = device.app.currentSession();
  const version = session.phase === 'signedIn' ? (session.tenant?.tserviceVersion ?? '') : '';
  const dialectQuery = (query: { state: string; nodeType?: string; type?: string }) =>
    version.startsWith('eds-pro_16')
      ? dialect16Query({ ...query, type: undefined })
      : { ...query, nodeType: undefined };
  const params = { tid };
  const tasks = (query: { state: string; nodeType?: string; type?: string }, limit: number) =>
    api.call('GET /api/v1/tenants/{tid}/user-tasks', {
      params,
      query: { ...dialectQuery(query), limit } as never,
    });
  const flows = (query: object, limit: number) =>
    api.call('GET /api/v1/tenants/{tid}/user-flows', { params, query: { ...query, limit } });
  const taskCount = (await tasks({ state: 'awaiting', nodeType: 'approve', type: 'approval' }, 0)).total;
  const flowCount = (await flows(dialectQuery({ state: 'awaiting_approval' }), 0)).total;
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

function compareWork({ model }: Scenario, person: string, work: Work): void {
  const isAbsent = (assignee: string | null) =>
    assignee !== null && assignee !== person && model.context.isDeputy(person, assignee);
  const expected = [...model.applications].flatMap(([flowID, { tasks, applicant }]) =>
    tasks.flatMap((task, at) => {
      const isWork = task.step === 'approve' || task.step === 'file_process';
      const isOwn = task.assignee === person || (isWork && applicant !== person && isAbsent(task.assignee));
      return isOwn && task.outcome === null ? [{ flowID, at, task }] : [];
    }),
  );
  for (const { id, nodeType, flow, deputyFor } of work.tasks) {
    const assignee = deputyFor?.fid ?? person;
    const known = expected.find(
      ({ flowID, task }) => flowID === flow.id && task.step === nodeType && task.assignee === assignee,
    );
    assertInvariant(known !== undefined, `${person} sees an unexpected task: ${nodeType} of ${flow.id}`);
    model.tasks.set(id, known);
  }
  assertEqual(work.tasks.length, expected.length, `tasks of ${person}`);
  assertEqual(
    work.taskCount,
    expected.filter(({ task }) => task.step === 'approve').length,
    `task count of ${person}`,
  );
  const own = [...model.applications].filter(([, { applicant }]) => applicant === person);
  const isWaiting = (state: string) => state === 'approving' || state === 'waiting';
  assertEqual(
    work.flowCount,
    own.filter(([, { state }]) => isWaiting(state)).length,
    `flow count of ${person}`,
  );
  const shown = work.flows.filter(({ state }) => state !== 'new').map(({ id, state }) => `${id} ${state}`);
  assertEqual(
    shown.sort().join(),
    own
      .map(([id, { state }]) => `${id} ${state}`)
      .sort()
      .join(),
    `flows of ${person}`,
  );
}

function assertEqual<T>(actual: T, expected: T, description: string): void {
  assertInvariant(actual === expected, `${description}: ${String(actual)} instead of ${String(expected)}`);
}
