import { randomUUID } from 'node:crypto';
import type { ResponseBody } from './client.ts';
import type { Device } from './device.ts';
import type { LoadContext } from './load-context.ts';
import type { Random } from './random.ts';
import { requireSuccess } from './response-assertions.ts';
import { approvers } from './test-tenants.ts';

const tenantOf = ({ tid }: Device) => `/api/v1/tenants/${tid}`;

/** Submits a returned application again, with the same title and files. */
export async function resubmit(context: LoadContext, device: Device, random: Random): Promise<void> {
  const { tid, fid, aid } = device;
  const listed = await device.call({
    method: 'GET',
    path: `${tenantOf(device)}/user-tasks?state=awaiting&type=initiate&limit=20`,
  });
  const tasks = requireSuccess(listed, 'the list of returned applications')?.data as
    | ResponseBody[]
    | undefined;
  if (!tasks || tasks.length === 0) return;
  const { flow } = random.pick(tasks);
  const flowID = String(flow.id);
  const path = `${tenantOf(device)}/flows/${flowID}`;
  const info = requireSuccess(await device.call({ method: 'GET', path }), 'a returned application')?.data;
  const files = requireSuccess(
    await device.call({ method: 'GET', path: `${path}/files` }),
    'its files',
  )?.data;
  if (info === undefined || files === undefined) return;
  const response = await device.call({
    method: 'POST',
    path: `${path}/actions/resubmit`,
    headers: { 'idempotency-key': randomUUID() },
    json: {
      title: info.title,
      description: `again ${randomUUID()}`,
      details: info.details,
      files: (files as ResponseBody[]).map(({ uri }) => uri),
    },
  });
  if (requireSuccess(response, 'to submit again', ['work.flow_state_error']))
    context.journal.flowActs.push({ tid, fid, aid, flowID, action: 'resubmit' });
}

/** Names another approver as deputy, or ends the absence. */
export async function toggleAbsence(_: LoadContext, device: Device, random: Random): Promise<void> {
  const path = `${tenantOf(device)}/user-absences`;
  const listed = requireSuccess(await device.call({ method: 'GET', path }), 'the absences')?.data;
  if (listed === undefined) return;
  const running = (listed.own as ResponseBody[]).find(({ state }) => state === 'running');
  if (running) {
    const ended = await device.call({ method: 'POST', path: `${path}/${running.id}/actions/end`, json: {} });
    requireSuccess(ended, 'to end an absence', ['work.absence_not_found']);
    return;
  }
  const deputy = random.pick(approvers.filter((name) => name !== device.fid));
  const set = await device.call({ method: 'POST', path, json: { deputy } });
  requireSuccess(set, 'to name a deputy', ['work.absence_overlaps']);
}
