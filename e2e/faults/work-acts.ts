import { randomUUID } from 'node:crypto';
import type { Answered, Told } from './client.ts';
import type { Device } from './device.ts';
import { sealOne } from './document-acts.ts';
import { codeOf, taken, WrongAnswer } from './expecting.ts';
import { sha256, someBytes, store } from './file-acts.ts';
import type { Random } from './random.ts';
import { type Applied, applied, approvers } from './town.ts';
import type { World } from './world.ts';

const tenantOf = ({ tid }: Device) => `/api/v1/tenants/${tid}`;

/** Applies for something, with files where the kind asks for them, as a draft first now and then; some are withdrawn again. */
export async function apply(world: World, device: Device, random: Random): Promise<void> {
  const { journal } = world;
  const { tid, fid, aid } = device;
  const type = random.pick(applied);
  const files = await filesFor(world, device, { type, random });
  if (files === undefined) return;
  const title = `${type} ${randomUUID()}`;
  const isDraft = random.chance(0.15);
  const told = await device.call({
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
  const body = taken(told, 'an application');
  if (body === undefined) return;
  const flowID = String(body.data.id);
  if (body.data.title !== title) throw new WrongAnswer('an application was answered with another one');
  journal.flows.push({ tid, fid, aid, flowID, type, title, files });
  if (isDraft) await act(world, device, { flowID, action: 'submit' });
  if (random.chance(0.12)) await act(world, device, { flowID, action: 'cancel' });
}

async function filesFor(
  world: World,
  device: Device,
  { type, random }: { type: Applied; random: Random },
): Promise<string[] | undefined> {
  if (type === 'trusted_mailbox_application') return [];
  if (type === 'mail_out') {
    const stored = await store(world, device, {
      bytes: someBytes(random).subarray(0, 20_000),
      name: 'mail.bin',
    });
    return stored && [stored.uri];
  }
  const stored = await sealOne(world, device, random);
  return stored && [stored.uri];
}

async function act(
  { journal }: World,
  device: Device,
  { flowID, action }: { flowID: string; action: 'cancel' | 'submit' },
): Promise<void> {
  const { tid, fid, aid } = device;
  const told = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/flows/${flowID}/actions/${action}`,
    headers: { 'idempotency-key': randomUUID() },
    json: {},
  });
  const body = taken(told, `to ${action}`, ['work.flow_state_error']);
  if (body) journal.flowActs.push({ tid, fid, aid, flowID, action });
}

/** Takes up what waits for this person: singly, several at once, by two devices at the same moment, or hands it on. */
export async function decide(world: World, device: Device, random: Random): Promise<void> {
  const told = await device.call({
    method: 'GET',
    path: `${tenantOf(device)}/user-tasks?state=awaiting&limit=20`,
  });
  const tasks = taken(told, 'the list of tasks')?.data as Answered[] | undefined;
  if (!tasks || tasks.length === 0) return;
  const task = random.pick(tasks);
  const nodeType = String(task.nodeType);
  if (nodeType === 'cc') return decideOne(world, device, { taskID: task.id, action: 'read' });
  if (nodeType === 'file_process') return decideOne(world, device, { taskID: task.id, action: 'handle' });
  if (nodeType !== 'approve') return undefined;
  const open = tasks.filter((one) => one.nodeType === 'approve').map((one) => String(one.id));
  const draw = random.next();
  if (draw < 0.25) return decideSeveral(world, device, random.some(open, 5));
  if (draw < 0.5) return race(world, device, task.id);
  if (draw < 0.6) return decideOne(world, device, { taskID: task.id, action: 'reject' });
  if (draw < 0.68) return handOn(world, device, { taskID: task.id, random });
  if (draw < 0.74) return decideOne(world, device, { taskID: task.id, action: 'complete' });
  return decideOne(world, device, { taskID: task.id, action: 'approve' });
}

interface One {
  readonly taskID: string;
  readonly action: string;
  readonly more?: object;
}

/** Refusals by which somebody was quicker, or the process has no such step. */
const overtaken = [
  'work.task_state_error',
  'work.flow_state_error',
  'work.not_allowed',
  'work.task_not_found',
  'work.approvers_invalid',
];

async function decideOne(world: World, device: Device, one: One): Promise<void> {
  const { tid, fid, aid } = device;
  const { taskID, action, more = {} } = one;
  const note = `${action} ${randomUUID()}`;
  const told = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/tasks/${taskID}/actions/${action}`,
    headers: { 'idempotency-key': randomUUID() },
    json: { note, ...more },
  });
  noteDecision(world, { tid, fid, aid, taskID, action, note, told });
}

function noteDecision(
  { journal }: World,
  {
    told,
    ...facts
  }: {
    tid: string;
    fid: string;
    aid: string;
    taskID: string;
    action: string;
    note: string;
    told: Told | undefined;
  },
): void {
  const body = taken(told, `to ${facts.action}`, overtaken);
  if (told === undefined) return;
  if (body === undefined) return void journal.decisions.push({ ...facts, told: codeOf(told) });
  if (body.data.id !== facts.taskID || body.data.note !== facts.note || body.data.state !== 'processed') {
    throw new WrongAnswer(`a decision was answered with another one: ${JSON.stringify(body.data)}`);
  }
  journal.decisions.push({ ...facts, told: 'processed' });
}

/** Both devices decide the same task at once, one for it and one against: one of them is told that it is done. */
async function race(world: World, device: Device, taskID: string): Promise<void> {
  const [first, second] = world.devicesOf(device.tid, device.fid);
  await Promise.all([
    decideOne(world, first ?? device, { taskID, action: 'approve' }),
    decideOne(world, second ?? device, { taskID, action: 'reject' }),
  ]);
}

async function handOn(
  world: World,
  device: Device,
  { taskID, random }: { taskID: string; random: Random },
): Promise<void> {
  const other = random.pick(approvers.filter((name) => name !== device.fid));
  const more = random.chance(0.5)
    ? { action: 'transfer', more: { assignee: other } }
    : { action: 'add-approval', more: { approvers: [other] } };
  await decideOne(world, device, { taskID, ...more });
}

async function decideSeveral(world: World, device: Device, tasks: readonly string[]): Promise<void> {
  const { tid, fid, aid } = device;
  const note = `approve ${randomUUID()}`;
  const told = await device.call({
    method: 'POST',
    path: `${tenantOf(device)}/tasks/actions/approve`,
    headers: { 'idempotency-key': randomUUID() },
    json: { tasks: tasks.map((taskID) => ({ taskID })), note },
  });
  const answers = taken(told, 'several decisions')?.data as Answered[] | undefined;
  for (const [index, taskID] of tasks.entries()) {
    const answer = answers?.[index];
    if (answer === undefined) return;
    if (answer.id !== taskID) throw new WrongAnswer('several decisions were answered in another order');
    // One that could not be asked about for the moment is neither done nor refused for good.
    if (!answer.ok && !overtaken.includes(answer.code)) continue;
    world.journal.decisions.push({
      tid,
      fid,
      aid,
      taskID,
      action: 'approve',
      note,
      told: answer.ok ? answer.state : answer.code,
    });
  }
}

/** Has the results of one's applications packed, fetches them and says so. */
export async function fetchResults(world: World, device: Device, random: Random): Promise<void> {
  const { tid, fid, aid } = device;
  const list = await device.call({
    method: 'GET',
    path: `${tenantOf(device)}/user-flows?state=processed&limit=20`,
  });
  const flows = (taken(list, 'the list of applications')?.data as Answered[] | undefined)?.filter(
    (one) => one.type !== 'mail_out',
  );
  if (!flows || flows.length === 0) return;
  const flowID = String(random.pick(flows).id);
  const gone = ['file.file_does_not_exist', 'work.flow_state_error', 'work.flow_not_found'];
  const asked = taken(
    await device.call({
      method: 'POST',
      path: `${tenantOf(device)}/download/request-workflow-source-files/${flowID}`,
      json: {},
    }),
    'to ask for a package',
    gone,
  );
  if (asked === undefined) return;
  for (let tries = 0; tries < 20 && !world.isOver(); tries += 1) {
    const checked = taken(
      await device.call({
        method: 'GET',
        path: `${tenantOf(device)}/download/check-prepared-download-file/${asked.downloadID}`,
      }),
      'to look for a package',
      gone,
    );
    if (checked === undefined || checked.state === 'failed') return;
    if (checked.state === 'ready') {
      const fetched = await device.call({
        method: 'GET',
        path: `/api/v1/download-files/${asked.downloadID}`,
        bytes: true,
      });
      if (fetched?.bytes === undefined) return;
      if (sha256(fetched.bytes) !== checked.sha256)
        throw new WrongAnswer('a package came as other bytes than it was named');
      const received = await device.call({
        method: 'POST',
        path: `/api/v1/download-files/${asked.downloadID}/actions/received`,
      });
      if (taken(received, 'a receipt', gone))
        world.journal.packages.push({ tid, fid, aid, flowID, sha256: checked.sha256 });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
