import { flowStates, stepTypes, taskOutcomes, taskStates } from '@sealflow/domain/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperatorCredential } from '../src/modules/accounts/administration/operators.usecases.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { openTestSmtp, type TestSmtp } from '../testing/smtp.ts';

// Every state, step and outcome of section 4, by HTTP calls of applicants and approvers. The service does the remaining
// work.

interface Step {
  stepType: string;
  state: string;
  tasks: { id: string; assignee: { fid: string } | null; state: string; outcome: string | null }[];
}

let service: TestService;
let smtp: TestSmtp;
let operator: string;
const tokens = new Map<string, string>();
/** All responses of the run. */
const met = {
  flows: new Set<string>(),
  tasks: new Set<string>(),
  steps: new Set<string>(),
  outcomes: new Set<string>(),
};
const people = ['lin', 'ann', 'bob', 'cat', 'dan', 'eve'];
const initialPassword = 'Vt7-kirschblau-92!x';

beforeAll(async () => {
  smtp = await openTestSmtp();
  service = await openTestService({ SMTP_URL: smtp.url, MAIL_FROM: 'service@sealflow.example' });
  operator = await createOperatorCredential(service.db);
  await ok(operator, 'POST /api/v1/admin/tenants', {
    tid: 'one',
    name: '星河制造',
    serviceVersion: 'eds-pro_16.2',
  });
  for (const name of people) await hire(name);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

async function hire(name: string): Promise<void> {
  const newAccount = { username: name, email: `${name}@example.test`, password: initialPassword };
  await ok(operator, 'POST /api/v1/tenants/one/admin/members', { newAccount, fid: name, name });
  const { token } = await service.signIn(name, initialPassword);
  tokens.set(name, token);
}

async function ok(token: string, call: string, body?: object) {
  const response = await service.ask(token, call, body);
  if (response.statusCode >= 300) throw new Error(`${call}: ${response.statusCode} ${response.body}`);
  return response.body === '' ? null : response.json();
}
const as = async (name: string, call: string, body?: object) => {
  const [method, path] = call.split(' ');
  return ok(tokens.get(name) ?? operator, `${method} /api/v1/tenants/one${path}`, body);
};

const plain = { cc: [], fileProcess: { by: 'service' }, directComplete: true };
const anyOf = (...approvers: string[]) => ({ rule: 'any_of', approvers });
const allOf = (...approvers: string[]) => ({ rule: 'all_of', approvers });

/** Defines the flow type as the administrator, then submits an application. */
async function apply(type: string, process: object, own: object = {}): Promise<string> {
  await as('root', `PUT /admin/flow-types/${type}`, { name: type, process: { ...plain, ...process } });
  const files = type === 'trusted_mailbox_application' ? [] : [await upload()];
  const application = { type, title: type, description: '', files, ...own };
  return (await as('lin', 'POST /user-flows', application)).data.id;
}

async function upload(): Promise<string> {
  const { token } = await as('lin', 'POST /file-token');
  const head = 'content-disposition: form-data; name="file1"; filename="a.txt"';
  const payload = `--x\r\n${head}\r\n\r\nplain\r\n--x--\r\n`;
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  });
  return response.json().uri;
}

/** A flow as its applicant sees it: its state, the states of its steps, and the outcomes of each person's tasks. */
async function readFlow(flowID: string) {
  const { data: flow } = await as('lin', `GET /flows/${flowID}`);
  const steps: Step[] = (await as('lin', `GET /flows/${flowID}/process`)).data;
  const outcomes: Record<string, string | null> = {};
  met.flows.add(flow.state);
  for (const step of steps) {
    if (step.state === 'current' || step.state === 'done') met.steps.add(step.stepType);
    for (const { assignee, state, outcome } of step.tasks) {
      met.tasks.add(state);
      if (outcome !== null) met.outcomes.add(outcome);
      outcomes[`${assignee?.fid ?? 'nobody'} ${step.stepType}`] = outcome;
    }
  }
  return { state: flow.state as string, outcomes, steps };
}
const until = (flowID: string, state: string) =>
  eventually(async () => expect((await readFlow(flowID)).state).toBe(state));

async function act(name: string, flowID: string, action: string, body: object = {}): Promise<void> {
  const { myTask } = (await as(name, `GET /flows/${flowID}`)).data;
  await as(name, `POST /tasks/${myTask.id}/actions/${action}`, body);
}

describe('before background work', () => {
  test('a draft is new, in approval after its submission, and canceled by its applicant', async () => {
    const flowID = await apply('file_out', { stages: [anyOf('ann', 'bob')] }, { submit: false });
    expect((await readFlow(flowID)).state).toBe('new');
    await as('lin', `POST /flows/${flowID}/actions/submit`, {});
    expect((await readFlow(flowID)).state).toBe('approving');
    await as('lin', `POST /flows/${flowID}/actions/cancel`, {});
    expect(await readFlow(flowID)).toMatchObject({
      state: 'canceled',
      outcomes: { 'ann approve': 'canceled_by_applicant', 'bob approve': 'canceled_by_applicant' },
    });
  });

  test('an added approval makes the flow wait, approvals overtake other tasks, and the flow passes', async () => {
    const flowID = await apply('file_out', { stages: [anyOf('ann', 'bob')], cc: ['eve'] });
    await act('ann', flowID, 'add-approval', { approvers: ['cat'] });
    expect((await readFlow(flowID)).state).toBe('waiting');
    await act('cat', flowID, 'transfer', { assignee: 'dan' });
    await act('dan', flowID, 'approve', { remark: '同意' });
    expect(await readFlow(flowID)).toMatchObject({
      state: 'passed',
      outcomes: {
        'ann approve': 'converted_to_add_approval',
        'cat approve': 'transferred',
        'dan approve': 'approved',
        'bob approve': 'approved_by_others',
        'eve cc': null,
      },
    });
    await as('root', `POST /flows/${flowID}/actions/administrator-cancel`, {});
    expect(await readFlow(flowID)).toMatchObject({
      state: 'canceled',
      outcomes: { 'eve cc': 'workflow_canceled' },
    });
  });

  test('a rejection ends the flow for all', async () => {
    const flowID = await apply('file_out', { stages: [allOf('ann', 'bob')] });
    await act('ann', flowID, 'reject', { remark: '不同意' });
    expect(await readFlow(flowID)).toMatchObject({
      state: 'rejected',
      outcomes: { 'ann approve': 'rejected', 'bob approve': 'rejected_by_others' },
    });
  });

  test('a direct completion is reviewed and skips the other approvers', async () => {
    const flowID = await apply('file_out', { stages: [allOf('ann', 'bob'), anyOf('cat')] });
    await act('ann', flowID, 'complete');
    expect(await readFlow(flowID)).toMatchObject({
      state: 'reviewed',
      outcomes: { 'ann approve': 'direct_completed', 'bob approve': 'direct_completed_by_others' },
    });
  });

  test('a cancellation by an administrator is shown as such', async () => {
    const flowID = await apply('file_out', { stages: [anyOf('ann')] });
    await as('root', `POST /flows/${flowID}/actions/administrator-cancel`, { note: '误提交' });
    expect((await readFlow(flowID)).outcomes).toMatchObject({ 'ann approve': 'canceled_by_administrator' });
  });

  test('files wait for an executor and are in processing once an executor handles them', async () => {
    const flowID = await apply('file_marking', {
      stages: [anyOf('ann')],
      fileProcess: { by: 'executors', executors: ['bob', 'cat'] },
    });
    await act('ann', flowID, 'approve');
    expect((await readFlow(flowID)).state).toBe('not_processed');
    await act('bob', flowID, 'handle');
    expect(await readFlow(flowID)).toMatchObject({
      state: 'processing',
      outcomes: { 'bob file_process': 'handled', 'cat file_process': 'handled_by_others' },
    });
  });
});

describe('during background work', () => {
  beforeAll(() => service.startWork());

  test('a result is prepared, fetched and received, and the flow is finished', async () => {
    const flowID = await apply('file_out', { stages: [anyOf('ann')], cc: ['eve', 'dan'] });
    await act('ann', flowID, 'approve');
    await act('dan', flowID, 'read');
    await until(flowID, 'processed');
    const { downloadID } = await as('lin', `POST /download/request-workflow-source-files/${flowID}`, {});
    const check = `GET /download/check-prepared-download-file/${downloadID}`;
    await eventually(async () => expect((await as('lin', check)).state).toBe('ready'));
    const lin = tokens.get('lin') ?? '';
    await service.ask(lin, `GET /api/v1/download-files/${downloadID}`);
    await ok(lin, `POST /api/v1/download-files/${downloadID}/actions/received`);
    expect(await readFlow(flowID)).toMatchObject({
      state: 'finished',
      outcomes: {
        'dan cc': 'handled',
        'eve cc': 'workflow_completed',
        'lin download_decrypt': 'handled',
      },
    });
    const decisions = await service.db
      .selectFrom('flow_decisions')
      .select(['fid', 'action'])
      .where('flow_id', '=', flowID)
      .execute();
    expect(decisions.map(({ fid, action }) => `${fid} ${action}`).toSorted()).toEqual([
      'ann approve',
      'dan read',
      'lin download',
    ]);
  });

  test('a person can confirm the receipt of the result', async () => {
    const flowID = await apply('file_decryption', { stages: [anyOf('ann')] });
    await act('ann', flowID, 'approve');
    await until(flowID, 'processed');
    await act('lin', flowID, 'download');
    expect((await readFlow(flowID)).state).toBe('finished');
  });

  test('sending a mail is the last step of its flow', async () => {
    const to = ['outside@example.test'];
    const flowID = await apply(
      'mail_out',
      { stages: [anyOf('ann')], fileProcess: null },
      { details: { to } },
    );
    await act('ann', flowID, 'approve');
    await until(flowID, 'finished');
    expect(smtp.mails.map((mail) => mail.to)).toContainEqual(to);
    expect((await readFlow(flowID)).steps.at(-1)).toMatchObject({ stepType: 'send_email', state: 'done' });
  });

  test('a mailbox is trusted without anything to fetch', async () => {
    const flowID = await apply('trusted_mailbox_application', { stages: [anyOf('ann')] });
    await act('ann', flowID, 'approve');
    await until(flowID, 'finished');
    const trusted = await as('root', 'GET /trusted-mailboxes');
    expect(trusted.data).toMatchObject([{ email: 'lin@example.test', fid: 'lin', flowID }]);
  });

  test('an unprocessable flow is returned to its processing step', async () => {
    const flowID = await apply('file_watermark_removal', { stages: [anyOf('ann')] });
    await act('ann', flowID, 'approve');
    await until(flowID, 'not_processed');
    const [step] = (await readFlow(flowID)).steps.slice(-1);
    expect(step).toMatchObject({ stepType: 'file_process', state: 'current' });
  });

  test('a flow past its deadline is terminated', async () => {
    service.time.now = Date.now() - 600_000;
    const flowID = await apply('file_out', { stages: [allOf('ann', 'bob')], taskTimeLimit: 60_000 });
    expect((await readFlow(flowID)).state).toBe('approving');
    service.time.now = Date.now();
    await until(flowID, 'terminated');
    expect((await readFlow(flowID)).outcomes).toEqual({
      'lin initiate': null,
      'ann approve': 'deadline_exceeded',
      'bob approve': 'deadline_exceeded',
    });
  });

  test('a member who leaves blocks no flow, and a flow without anybody to continue is terminated', async () => {
    const approval = await apply('file_out', { stages: [allOf('eve', 'ann')] });
    const executors = { by: 'executors', executors: ['eve', 'dan'] };
    const processing = await apply('file_marking', { stages: [anyOf('ann')], fileProcess: executors });
    await act('ann', processing, 'approve');
    const later = await apply('file_out', { stages: [anyOf('ann'), anyOf('eve')] });
    await as('root', 'PUT /admin/members/eve', { state: 'ended' });
    await until(approval, 'terminated');
    expect((await readFlow(approval)).outcomes).toMatchObject({
      'eve approve': 'approval_no_executor',
      'ann approve': 'workflow_terminated',
    });
    await eventually(async () => {
      const { state, outcomes } = await readFlow(processing);
      expect([state, outcomes['eve file_process']]).toEqual(['not_processed', 'file_processing_no_executor']);
    });
    await act('ann', later, 'approve');
    expect(await readFlow(later)).toMatchObject({
      state: 'terminated',
      outcomes: { 'nobody approve': 'approval_no_executor' },
    });
  });
});

test('every state of section 4 was reached by a call', () => {
  expect([...met.flows].toSorted()).toEqual([...flowStates].toSorted());
  expect([...met.tasks].toSorted()).toEqual([...taskStates].toSorted());
  expect([...met.steps].toSorted()).toEqual([...stepTypes].toSorted());
  expect([...met.outcomes].toSorted()).toEqual([...taskOutcomes].toSorted());
});
