import { afterAll, beforeAll, expect, test } from 'vitest';
import { privacyModule } from '../src/app/areas/accounts.compose.ts';
import { filesModule } from '../src/app/areas/documents.compose.ts';
import { type Name, type Office, openOffice, tid } from '../testing/office.ts';
import { licenceFor } from './key-client.ts';
import { signInDevice } from './key-device.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice({ FLOW_DAYS: '365' });
  await office.service.startWork();
});
afterAll(() => office.close());

const day = 86_400_000;
const at = `/api/v1/tenants/${tid}`;

async function ask(name: Name, call: string, body?: object) {
  const response = await office.service.ask(office.tokens[name], call, body);
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
}
async function fetchStatus(name: Name, uri: string): Promise<number> {
  const { token } = (await ask(name, `POST ${at}/file-token`)).body;
  const url = `${office.url}/api/v1/files/${encodeURIComponent(uri)}`;
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
}
async function attached(flowID: string, text: string) {
  const { uri, documentID } = await office.seal(text);
  const sent = await ask('lin', `POST ${at}/flows/${flowID}/comments`, { text: '', files: [uri] });
  expect(sent.status).toBe(200);
  return { uri, documentID, file: await office.stored(uri) };
}

test('a protected file of a comment opens under a licence, for people who see the comment', async () => {
  const flowID = await office.apply('file_decryption', [(await office.seal('申请的文件')).uri]);
  const { uri, file, documentID } = await attached(flowID, '只供讨论');
  const expectDenied = async () => {
    expect(await fetchStatus('bob', uri)).toBe(404);
    await expect(office.open('bob', file)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
  };
  expect(await fetchStatus('ann', uri)).toBe(200);
  expect(await office.open('ann', file)).toBe('只供讨论');
  await expectDenied();

  const until = Date.now() + 3_600_000;
  const absence = await ask('ann', `POST ${at}/user-absences`, { deputy: 'bob', until });
  expect(await fetchStatus('bob', uri)).toBe(200);
  expect(await office.open('bob', file)).toBe('只供讨论');
  const device = await signInDevice({ url: office.url }, 'bob', { secret: 'Correct-horse-9' });
  expect(await licenceFor({ url: office.url }, { tid, device, file })).toMatchObject({ leaseEnd: until });
  await ask('ann', `POST ${at}/user-absences/${absence.body.data.id}/actions/end`);
  await expectDenied();

  const record = { act: 'flow.comment_file_added', decision: 'granted', documentID };
  expect(await office.acts(flowID)).toContainEqual({ ...record, sha256: expect.any(String) });
});

test('processing and packages have the files of the application only', async () => {
  const { uri } = await office.seal('申请的文件');
  const flowID = await office.apply('file_to_transparent', [uri]);
  const other = await attached(flowID, '只供讨论');
  await office.approve(flowID);
  await office.reaches(flowID, 'processed');
  // A package of one file is that file; of several, an archive.
  const { downloadID } = await office.ready('lin', flowID);
  expect(new TextDecoder().decode(await office.bytesOf('lin', downloadID))).toBe('申请的文件');
  expect((await office.acts(flowID)).filter(({ act }) => act.startsWith('processing.'))).toEqual([
    expect.objectContaining({ act: 'processing.declassified' }),
  ]);
  expect((await office.acts(flowID)).filter(({ documentID }) => documentID === other.documentID)).toEqual([
    expect.objectContaining({ act: 'flow.comment_file_added' }),
  ]);
});

test('housekeeping keeps the files of a comment, and releases them with the application', async () => {
  const flowID = await office.apply('trusted_mailbox_application', [], { email: 'lin@corp.example' });
  const { uri } = await attached(flowID, '只供讨论');
  const { db, time } = office.service;
  const exists = async () =>
    (await db.selectFrom('files').select('held').where('uri', '=', uri).execute()).map(({ held }) => held);
  const { token } = (await ask('lin', `POST ${at}/file-token`)).body;
  const removed = await office.service.ask(token, `DELETE /api/v1/files/${uri}`);
  expect([removed.statusCode, removed.json().code]).toEqual([409, 'file.in_use']);
  await filesModule.deleteExpired?.(office.service, time.now + 40 * day);
  expect(await exists()).toEqual([true]);

  await ask('lin', `POST ${at}/flows/${flowID}/actions/cancel`, { note: '' });
  const ended = new Date(time.now - 5000 * day);
  await db.updateTable('flows').set({ updated_at: ended }).where('flow_id', '=', flowID).execute();
  await privacyModule.deleteExpired?.(office.service, time.now);
  expect(await exists()).toEqual([false]);
  await filesModule.deleteExpired?.(office.service, time.now + 40 * day);
  expect(await exists()).toEqual([]);
});
