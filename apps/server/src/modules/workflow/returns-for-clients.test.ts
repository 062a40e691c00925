import { beforeAll, describe, expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { addMember } from '../tenants/tenants.usecases.ts';
import { defineFlowType } from './flow-types.usecases.ts';

// A client of the specification knows the states, step types and outcome texts of its section 4. Names outside of that section are
// those that every decision without a return has, too.

const flowStates = ['new', 'approving', 'passed', 'rejected', 'reviewed', 'processing', 'not_processed'];
const endStates = ['processed', 'finished', 'canceled', 'terminated', 'waiting'];
const stepTypes = ['initiate', 'approve', 'cc', 'file_process', 'download_decrypt', 'send_email'];
const taskStates = ['awaiting', 'processed', 'canceled'];
const outcomes = `
  approved rejected direct_completed transferred converted_to_add_approval handled
  approved_by_others rejected_by_others direct_completed_by_others handled_by_others
  canceled_by_administrator canceled_by_applicant
  workflow_completed workflow_canceled workflow_terminated
`
  .trim()
  .split(/\s+/);
const knownFields = ['id', 'note', 'processTime', 'state'];

const world = useWorld();
const people = ['ann', 'bob', 'cat', 'dan'] as const;
beforeAll(async () => {
  const { db } = world.services;
  for (const name of people) {
    await addMember(db, {
      tid: 'two',
      aid: `a-${name}`,
      fid: name,
      name: name.toUpperCase(),
      roles: ['users'],
    });
  }
  for (const tid of ['one', 'two']) {
    await defineFlowType(db, {
      tid,
      type: 'trusted_mailbox_application',
      name: '可信邮箱申请',
      process: {
        stages: [
          { rule: 'all_of', approvers: ['ann', 'bob'] },
          { rule: 'any_of', approvers: ['cat'] },
        ],
        cc: [],
        fileProcess: null,
        delivery: 'none',
        directComplete: true,
        taskTimeLimit: 3_600_000,
      },
    });
  }
});

type Step = readonly [name: PersonName | 'root', action: string, body?: object];
const back = { note: '请修改' };
const paths: Record<string, { steps: readonly Step[]; state: string }> = {
  'returned from the first stage': { steps: [['ann', 'return', back]], state: 'waiting' },
  'returned from the second stage': {
    steps: [
      ['ann', 'approve'],
      ['bob', 'approve'],
      ['cat', 'return', back],
    ],
    state: 'waiting',
  },
  'returned and submitted again': {
    steps: [
      ['ann', 'return', back],
      ['lin', 'resubmit'],
    ],
    state: 'approving',
  },
  'approved after a return': {
    steps: [
      ...([
        ['ann', 'approve'],
        ['bob', 'return', back],
        ['lin', 'resubmit'],
      ] as const),
      ...([
        ['ann', 'approve'],
        ['bob', 'approve'],
        ['cat', 'approve'],
      ] as const),
    ],
    state: 'finished',
  },
  'rejected after a return': {
    steps: [
      ['ann', 'return', back],
      ['lin', 'resubmit'],
      ['bob', 'reject'],
    ],
    state: 'rejected',
  },
  'completed after a return': {
    steps: [
      ['ann', 'return', back],
      ['lin', 'resubmit'],
      ['bob', 'complete'],
    ],
    state: 'finished',
  },
  'canceled by the applicant while returned': {
    steps: [
      ['ann', 'return', back],
      ['lin', 'cancel'],
    ],
    state: 'canceled',
  },
  'canceled by an administrator while returned': {
    steps: [
      ['ann', 'return', back],
      ['root', 'administrator-cancel'],
    ],
    state: 'canceled',
  },
  'returned to the first stage': {
    steps: [
      ['ann', 'approve'],
      ['bob', 'approve'],
      ['cat', 'return', { ...back, stage: 0 }],
    ],
    state: 'approving',
  },
  'returned by an added approver': {
    steps: [
      ['ann', 'add-approval', { approvers: ['dan'] }],
      ['dan', 'return', back],
    ],
    state: 'waiting',
  },
  'returned after a transfer': {
    steps: [
      ['ann', 'transfer', { assignee: 'dan' }],
      ['dan', 'return', back],
    ],
    state: 'waiting',
  },
  'discussed with files': {
    steps: [
      ['lin', 'comment'],
      ['ann', 'comment'],
      ['ann', 'approve'],
    ],
    state: 'approving',
  },
  'returned twice': {
    steps: [
      ['ann', 'return', back],
      ['lin', 'resubmit'],
      ['bob', 'return', back],
    ],
    state: 'waiting',
  },
};

/** The query of a list in a dialect: plain parameters, or a JSON filter. */
const dialects = {
  plain: (filter: Record<string, string>) => {
    const { nodeType, ...rest } = filter;
    return String(new URLSearchParams({ ...rest, ...(nodeType ? { type: nodeType } : {}) }));
  },
  json: (filter: Record<string, string>) => `filter=${encodeURIComponent(JSON.stringify(filter))}`,
} as const;

/** Each path in each tenant and each dialect; `npm run test:full` adds the other combinations of tenant and dialect. */
const cases = (
  [
    ['one', 'plain'],
    ['two', 'json'],
    ...(process.env['TEST_FULL'] === '1'
      ? ([
          ['one', 'json'],
          ['two', 'plain'],
        ] as const)
      : []),
  ] as const
).flatMap(([tid, dialect]) => Object.keys(paths).map((path) => [path, tid, dialect] as const));

describe('clients of the specification see only section 4', () => {
  test.each(cases)('of an application %s (tenant %s, %s filters)', async (path, tid, dialect) => {
    const ask = createRequester(world, tid);
    const query = dialects[dialect];
    const count = async (name: PersonName, list: string, filter: Record<string, string>): Promise<number> =>
      (await ask(name, `GET /${list}?limit=0&${query(filter)}`)).body.total;
    const badges = async () => ({
      flows: await count('lin', 'user-flows', { state: 'awaiting_approval' }),
      tasks: await count('lin', 'user-tasks', { state: 'awaiting', nodeType: 'approve' }),
    });
    const before = await badges();
    const flowID = await world.apply({}, tid);
    const { steps, state } = paths[path] ?? { steps: [], state: '' };
    const attached: string[] = [];
    for (const [name, action, body = {}] of steps) {
      if (action === 'comment' && name !== 'root') {
        attached.push(await attachByComment(tid, { name, flowID }));
        continue;
      }
      const isOfFlow = ['resubmit', 'cancel', 'administrator-cancel'].includes(action);
      const content = { title: '改后', description: '', files: [] };
      const info = isOfFlow ? null : (await ask(name, `GET /flows/${flowID}`)).body.data;
      const subject = isOfFlow ? `flows/${flowID}` : `tasks/${info.myTask.id}`;
      const sent = action === 'resubmit' ? { ...content, ...body } : body;
      const answer = await ask(name, `POST /${subject}/actions/${action}`, sent);
      expect([answer.status, Object.keys(answer.body.data).toSorted()]).toEqual([200, knownFields]);
    }
    for (const name of ['lin', 'ann'] as const) {
      for (const list of ['user-flows', 'user-tasks', `flows/${flowID}`, `flows/${flowID}/files`]) {
        const answer = JSON.stringify((await ask(name, `GET /${list}?limit=100&${query({})}`)).body);
        for (const uri of [...attached, '附件']) expect(answer).not.toContain(uri);
      }
    }
    const listed = (await ask('lin', `GET /user-flows?limit=100&${query({ state })}`)).body.data;
    expect(listed).toContainEqual(expect.objectContaining({ id: flowID, state }));
    expect([...flowStates, ...endStates]).toContain(
      (await ask('lin', `GET /flows/${flowID}`)).body.data.state,
    );
    const isOpen = state === 'approving' || state === 'waiting';
    // The badge of tasks counts approvals, which the applicant does not get.
    expect(await badges()).toEqual({ flows: before.flows + Number(isOpen), tasks: before.tasks });
    const shown = (await ask('lin', `GET /flows/${flowID}/process`)).body.data;
    for (const step of shown) {
      expect(stepTypes).toContain(step.stepType);
      expect(['pending', 'current', 'done', 'skipped']).toContain(step.state);
      for (const task of step.tasks) expectKnown(task);
    }
    for (const name of [...people, 'lin'] as const) {
      for (const taskState of taskStates) {
        const tasks = (await ask(name, `GET /user-tasks?limit=100&${query({ state: taskState })}`)).body.data;
        for (const task of tasks) {
          expectKnown(task);
          expect(stepTypes).toContain(task.nodeType);
          expect([...flowStates, ...endStates]).toContain(task.flow.state);
        }
      }
    }
  });
});

async function attachByComment(
  tid: 'one' | 'two',
  { name, flowID }: { name: PersonName; flowID: string },
): Promise<string> {
  const uri = await world.store('附件.txt', new TextEncoder().encode('附件'), { tid, fid: name });
  const body = { text: '请看附件', files: [uri] };
  const { status } = await createRequester(world, tid)(name, `POST /flows/${flowID}/comments`, body);
  if (status !== 200) throw new Error(`the comment was refused: ${status}`);
  return uri;
}

function expectKnown({ state, outcome }: { state: string; outcome: string | null }): void {
  expect(taskStates).toContain(state);
  expect([null, ...outcomes]).toContain(outcome);
}
