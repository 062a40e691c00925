import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice, tid } from '../testing/office.ts';
import { licenceFor } from './key-client.ts';
import { signInDevice } from './key-device.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const dayMs = 86_400_000;
const at = `/api/v1/tenants/${tid}`;

async function ask(name: 'ann' | 'bob', call: string, body?: object) {
  const response = await office.service.ask(office.tokens[name], call, body);
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
}
const fileToken = async () => (await ask('bob', `POST ${at}/file-token`)).body.token as string;
const fetchStatus = async (uri: string) =>
  (
    await fetch(`${office.url}/api/v1/files/${encodeURIComponent(uri)}`, {
      headers: { authorization: `Bearer ${await fileToken()}` },
    })
  ).status;

test('a deputy opens the documents of the tasks as the approver does, only while the deputyship runs', async () => {
  const { uri } = await office.seal('代理人可读');
  const other = await office.seal('与任务无关');
  const file = await office.stored(uri);
  const flowID = await office.apply('file_decryption', [uri]);
  const isDenied = async () => {
    expect(await fetchStatus(uri)).toBe(404);
    await expect(office.open('bob', file)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
    expect((await ask('bob', `GET ${at}/flows/${flowID}/files`)).status).toBe(404);
  };
  await isDenied();

  const coming = { deputy: 'bob', from: Date.now() + dayMs };
  const first = await ask('ann', `POST ${at}/user-absences`, coming);
  await isDenied();
  await ask('ann', `POST ${at}/user-absences/${first.body.data.id}/actions/end`);

  const until = Date.now() + 3_600_000;
  const second = await ask('ann', `POST ${at}/user-absences`, { deputy: 'bob', until });
  expect(await fetchStatus(uri)).toBe(200);
  expect(await office.open('bob', file)).toBe('代理人可读');
  const device = await signInDevice({ url: office.url }, 'bob', { secret: 'Correct-horse-9' });
  expect(await licenceFor({ url: office.url }, { tid, device, file })).toMatchObject({ leaseEnd: until });
  expect(await fetchStatus(other.uri)).toBe(404);
  await expect(office.open('bob', await office.stored(other.uri))).rejects.toMatchObject({
    code: 'kas.refused.no_grant',
  });

  await ask('ann', `POST ${at}/user-absences/${second.body.data.id}/actions/end`);
  await isDenied();

  // Without an end of the period, a licence lasts a day at most.
  const third = await ask('ann', `POST ${at}/user-absences`, { deputy: 'bob' });
  const before = Date.now();
  const { leaseEnd } = await licenceFor({ url: office.url }, { tid, device, file });
  expect(leaseEnd).toBeGreaterThanOrEqual(before);
  expect(leaseEnd).toBeLessThanOrEqual(Date.now() + dayMs);

  // The approver decides: the task is over for the deputy too.
  await office.approve(flowID);
  await isDenied();
  await ask('ann', `POST ${at}/user-absences/${third.body.data.id}/actions/end`);
});
