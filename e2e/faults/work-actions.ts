import { randomUUID } from 'node:crypto';
import type { CallResponse, ResponseBody } from './client.ts';
import type { Device } from './device.ts';
import { sealAndStore } from './document-actions.ts';
import { randomContent, sha256, storeBytes } from './file-actions.ts';
import type { LoadContext } from './load-context.ts';
import type { Random } from './random.ts';
import { errorCodeOf, requireSuccess, UnexpectedResponse } from './response-assertions.ts';
import { type ApplicationType, applicationTypes, approvers } from './test-tenants.ts';

const tenantOf = ({ tid }: Device) => `/api/v1/tenants/${tid}`;

/** Creates an application, with files if its type requires them. Some start as a draft, and some are cancelled. */
export async function apply(context: LoadContext, device: Device, random: Random): Promise<void> {
  const { journal } = context;
  const { tid, fid, aid } = device;
  const type = random.pick(applicationTypes);
  const files = await filesFor(context, device, { type, random });
  if (files === undefined) return;
  const title = `${type} ${randomUUID()}`;
  const isDraft = random.chance(0.15);
  const response = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/user-flows`,
    headers: { 'idempotency-key': randomUUID() },
    json: {
      type,
      title,
      description: 'under load',
      files,
      ...(isDraft ? { submit: false } : {}),
      ...(type === 'mail_out' ? { details: { to: [`${randomUUID()}@example.test`], subject: title } } : {}),
    },
  });
  const body = requireSuccess(response, 'an application');
  if (body === undefined) return;
  const flowID = String(body.data.id);
  if (body.data.title !== title)
    throw new UnexpectedResponse('the response to an application is another application');
  journal.flows.push({ tid, fid, aid, flowID, type, title, files });
  if (isDraft) await changeFlow(context, device, { flowID, action: 'submit' });
  if (random.chance(0.12)) await changeFlow(context, device, { flowID, action: 'cancel' });
}

async function filesFor(
  context: LoadContext,
  device: Device,
  { type, random }: { type: ApplicationType; random: Random },
): Promise<string[] | undefined> {
  if (type === 'trusted_mailbox_application') return [];
  if (type === 'mail_out') {
    const stored = await storeBytes(context, device, {
      bytes: randomContent(random).subarray(0, 20_000),
      name: 'mail.bin',
    });
    return stored && [stored.uri];
  }
  const stored = await sealAndStore(context, device, random);
  if (stored === undefined || type !== 'file_to_transparent' || random.chance(0.5))
    return stored && [stored.uri];
  const second = await sealAndStore(context, device, random);
  return second && [stored.uri, second.uri];
}

async function changeFlow(
  { journal }: LoadContext,
  device: Device,
  { flowID, action }: { flowID: string; action: 'cancel' | 'submit' },
): Promise<void> {
  const { tid, fid, aid } = device;
  const response = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/flows/${flowID}/actions/${action}`,
    headers: { 'idempotency-key': randomUUID() },
    json: {},
  });
  const body = requireSuccess(response, `to ${action}`, ['work.flow_state_error']);
  if (body) journal.flowActs.push({ tid, fid, aid, flowID, action });
}

/** Decides an open task: alone, in bulk, from two devices concurrently, or by a transfer. */
export async function decide(context: LoadContext, device: Device, random: Random): Promise<void> {
  const response = await device.call({
    method: 'GET',
    path: `${tenantOf(device)}/user-tasks?state=awaiting&limit=20`,
  });
  const tasks = requireSuccess(response, 'the list of tasks')?.data as ResponseBody[] | undefined;
  if (!tasks || tasks.length === 0) return;
  const task = random.pick(tasks);
  const nodeType = String(task.nodeType);
  if (nodeType === 'cc') return decideOne(context, device, { taskID: task.id, action: 'read' });
  if (nodeType === 'file_process') return decideOne(context, device, { taskID: task.id, action: 'handle' });
  if (nodeType !== 'approve') return undefined;
  const open = tasks.filter((request) => request.nodeType === 'approve').map((request) => String(request.id));
  const choice = random.next();
  if (choice < 0.25) return decideSeveral(context, device, random.sample(open, 5));
  if (choice < 0.5) return decideConcurrently(context, device, task.id);
  if (choice < 0.6) return decideOne(context, device, { taskID: task.id, action: 'reject' });
  if (choice < 0.68) return transferOrAddApprover(context, device, { taskID: task.id, random });
  if (choice < 0.74) return decideOne(context, device, { taskID: task.id, action: 'complete' });
  if (choice < 0.8) {
    const body = random.chance(0.3) ? { stage: 0 } : {};
    const recordedAs = 'stage' in body ? 'return-to-stage' : 'return-to-applicant';
    return decideOne(context, device, { taskID: task.id, action: 'return', recordedAs, body });
  }
  return decideOne(context, device, { taskID: task.id, action: 'approve' });
}

interface DecisionRequest {
  readonly taskID: string;
  readonly action: string;
  /** The name of the decision in the database, if it differs. */
  readonly recordedAs?: string;
  readonly body?: object;
}

/** Refusals because another person was faster or the process has no such step. */
const conflictCodes = [
  'work.task_state_error',
  'work.flow_state_error',
  'work.not_allowed',
  'work.task_not_found',
  'work.approvers_invalid',
  'work.return_target_invalid',
];

async function decideOne(context: LoadContext, device: Device, request: DecisionRequest): Promise<void> {
  const { tid, fid, aid } = device;
  const { taskID, action, recordedAs = action, body = {} } = request;
  const note = `${action} ${randomUUID()}`;
  const response = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/tasks/${taskID}/actions/${action}`,
    headers: { 'idempotency-key': randomUUID() },
    json: { note, ...body },
  });
  recordDecision(context, { tid, fid, aid, taskID, action: recordedAs, note, response });
}

function recordDecision(
  { journal }: LoadContext,
  {
    response,
    ...facts
  }: {
    tid: string;
    fid: string;
    aid: string;
    taskID: string;
    action: string;
    note: string;
    response: CallResponse | undefined;
  },
): void {
  const body = requireSuccess(response, `to ${facts.action}`, conflictCodes);
  if (response === undefined) return;
  if (body === undefined) return void journal.decisions.push({ ...facts, outcome: errorCodeOf(response) });
  if (body.data.id !== facts.taskID || body.data.note !== facts.note || body.data.state !== 'processed') {
    throw new UnexpectedResponse(
      `the response to a decision is another decision: ${JSON.stringify(body.data)}`,
    );
  }
  journal.decisions.push({ ...facts, outcome: 'processed' });
}

/** Both devices decide the same task concurrently with opposite decisions. One of them receives the confirmation. */
async function decideConcurrently(context: LoadContext, device: Device, taskID: string): Promise<void> {
  const [first, second] = context.devicesOf(device.tid, device.fid);
  await Promise.all([
    decideOne(context, first ?? device, { taskID, action: 'approve' }),
    decideOne(context, second ?? device, { taskID, action: 'reject' }),
  ]);
}

async function transferOrAddApprover(
  context: LoadContext,
  device: Device,
  { taskID, random }: { taskID: string; random: Random },
): Promise<void> {
  const other = random.pick(approvers.filter((name) => name !== device.fid));
  const body = random.chance(0.5)
    ? { action: 'transfer', body: { assignee: other } }
    : { action: 'add-approval', body: { approvers: [other] } };
  await decideOne(context, device, { taskID, ...body });
}

async function decideSeveral(context: LoadContext, device: Device, tasks: readonly string[]): Promise<void> {
  const { tid, fid, aid } = device;
  const note = `approve ${randomUUID()}`;
  const response = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/tasks/actions/approve`,
    headers: { 'idempotency-key': randomUUID() },
    json: { tasks: tasks.map((taskID) => ({ taskID })), note },
  });
  const results = requireSuccess(response, 'a bulk decision')?.data as ResponseBody[] | undefined;
  for (const [index, taskID] of tasks.entries()) {
    const result = results?.[index];
    if (result === undefined) return;
    if (result.id !== taskID)
      throw new UnexpectedResponse('a bulk decision has its results in another order');
    // A task that could not be checked is neither executed nor finally refused.
    if (!result.ok && !conflictCodes.includes(result.code)) continue;
    context.journal.decisions.push({
      tid,
      fid,
      aid,
      taskID,
      action: 'approve',
      note,
      outcome: result.ok ? result.state : result.code,
    });
  }
}

/** Requests the package of an application’s results, downloads it and confirms the receipt. */
export async function fetchResults(context: LoadContext, device: Device, random: Random): Promise<void> {
  const { tid, fid, aid } = device;
  const list = await device.call({
    method: 'GET',
    path: `${tenantOf(device)}/user-flows?state=processed&limit=20`,
  });
  const flows = (
    requireSuccess(list, 'the list of applications')?.data as ResponseBody[] | undefined
  )?.filter((request) => request.type !== 'mail_out');
  if (!flows || flows.length === 0) return;
  const flowID = String(random.pick(flows).id);
  const missingCodes = ['file.file_does_not_exist', 'work.flow_state_error', 'work.flow_not_found'];
  const requested = requireSuccess(
    await device.call({
      method: 'POST',
      path: `${tenantOf(device)}/download/request-workflow-source-files/${flowID}`,
      json: {},
    }),
    'the request for a package',
    missingCodes,
  );
  if (requested === undefined) return;
  for (let attempts = 0; attempts < 20 && !context.isOver(); attempts += 1) {
    const checked = requireSuccess(
      await device.call({
        method: 'GET',
        path: `${tenantOf(device)}/download/check-prepared-download-file/${requested.downloadID}`,
      }),
      'the state of a package',
      missingCodes,
    );
    if (checked === undefined || checked.state === 'failed') return;
    if (checked.state === 'ready') {
      const fetched = await device.call({
        method: 'GET',
        path: `/api/v1/download-files/${requested.downloadID}`,
        expectsBytes: true,
      });
      if (fetched?.bytes === undefined) return;
      if (sha256(fetched.bytes) !== checked.sha256)
        throw new UnexpectedResponse('a package has another digest than announced');
      const received = await device.call({
        method: 'POST',
        path: `/api/v1/download-files/${requested.downloadID}/actions/received`,
      });
      if (requireSuccess(received, 'the receipt of a package', missingCodes))
        context.journal.packages.push({ tid, fid, aid, flowID, sha256: checked.sha256 });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
