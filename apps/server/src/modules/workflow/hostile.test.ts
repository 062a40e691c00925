import { beforeAll, expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';
import { contentDigest } from './digest.usecases.ts';

const world = useWorld();
const ask = createRequester(world);
const path = '/admin/flow-types/mail_out';
const processOf = (approver: string) => ({
  stages: [{ rule: 'any_of', approvers: [approver] }],
  fileProcess: null,
});
beforeAll(async () => {
  await ask('root', `PUT ${path}`, { name: '邮件外发', process: processOf('ann') });
});

/** Responses of all operations that accept a text. */
async function answersTo(text: string): Promise<number[]> {
  const uri = await world.store('a.txt', new Uint8Array([65]));
  const application = { type: 'mail_out', title: 't', description: '', files: [uri] };
  const flow = await ask('lin', 'POST /user-flows', application);
  const taskID = (await world.tasks(flow.body.data.id)).get('ann');
  const key = { 'idempotency-key': `hostile-${text.charCodeAt(1)}-key` };
  const requests: Parameters<typeof ask>[] = [
    ['lin', 'POST /user-flows', { ...application, title: text }, key],
    ['lin', 'POST /user-flows', { ...application, details: { body: text } }],
    ['lin', 'POST /user-flows', { ...application, details: { subject: text } }],
    ['lin', 'POST /user-flows', { ...application, files: [text] }],
    ['ann', `POST /tasks/${taskID}/actions/transfer`, { assignee: text }],
    ['ann', `POST /tasks/${taskID}/actions/add-approval`, { approvers: [text] }],
    ['ann', 'POST /tasks/actions/approve', { tasks: [{ taskID: text }] }],
    ['ann', `POST /tasks/${taskID}/actions/approve`, { note: text }, key],
    ['root', `PUT ${path}`, { name: 'x', process: processOf(text) }],
    ['root', `PUT ${path}`, { name: text, process: processOf('ann') }],
  ];
  const statuses: number[] = [];
  for (const one of requests) statuses.push((await ask(...one)).status);
  return statuses;
}

// PostgreSQL stores no NUL in text and no unpaired surrogate in JSON.
test('text that cannot be stored is a bad request in every field', async () => {
  for (const text of ['a\0b', 'a\uD800b', '\uDC00'])
    expect(await answersTo(text)).toEqual(Array.from({ length: 10 }, () => 400));
  expect((await ask('ann', 'GET /user-candidates?keyword=a%00b')).status).toBe(400);
});

test('the recorded digest is the one of the stored application', async () => {
  const application = { title: 'a\uD800b', description: '\uDC00' };
  const flowID = await world.apply({ type: 'trusted_mailbox_application', ...application });
  const { db } = world.services;
  const [act] = await db.selectFrom('flow_acts').selectAll().where('flow_id', '=', flowID).execute();
  const row = await db
    .selectFrom('flows')
    .selectAll()
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  expect(act?.content_sha256).toBe(contentDigest(row, []));
});
