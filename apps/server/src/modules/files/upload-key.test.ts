import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '../../../testing/accounts.ts';
import type { TestService } from '../../../testing/service.ts';
import { fileTokenOf, sendFile } from '../../../testing/uploads.ts';
import { grantRead } from './file-references.usecases.ts';
import { deleteUnreferencedFiles } from './orphaned-objects.usecases.ts';

let service: TestService;
const tokens = { li: '', wang: '' };
beforeAll(async () => {
  service = await openAccounts();
  tokens.li = await fileTokenOf(service, 'li');
  tokens.wang = await fileTokenOf(service, 'wang');
});
afterAll(() => service.close());

const send = (key: string, bytes: string, token = tokens.li) =>
  sendFile(service, token, bytes, { headers: { 'idempotency-key': key } });
const stored = (key: string, token = tokens.li) => service.ask(token, `GET /api/v1/uploads/${key}`);
function objects(): number {
  const folder = join(service.folder, 'objects');
  const paths = readdirSync(folder, { recursive: true }).map(String);
  return paths.filter((path) => statSync(join(folder, path)).isFile()).length;
}

it('an upload whose response was lost is stored once and can be requested again', async () => {
  const before = objects();
  expect((await stored('upload-one')).json().code).toBe('file.file_does_not_exist');
  const first = (await send('upload-one', '合同')).json();
  expect((await stored('upload-one')).json()).toEqual(first);
  expect((await send('upload-one', '合同')).json()).toEqual(first);
  expect(objects() - before).toBe(1);
});

it('simultaneous uploads with one key are stored once', async () => {
  const before = objects();
  const responses = await Promise.all(Array.from({ length: 4 }, () => send('upload-two', '同时')));
  expect(new Set(responses.map((response) => response.json().uri)).size).toBe(1);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(objects() - before).toBe(1);
});

it('rejects other content under a key, and the key of another person is a different one', async () => {
  const mine = (await send('upload-three', 'A')).json();
  expect((await send('upload-three', 'B')).json().code).toBe('work.idempotency_key_reused');
  expect((await stored('upload-three', tokens.wang)).statusCode).toBe(404);
  const other = (await send('upload-three', 'B', tokens.wang)).json();
  expect(other.uri).not.toBe(mine.uri);
});

it('deletes unreferenced files after thirty days and keeps referenced ones', async () => {
  const [loose, held, young] = await Promise.all(
    ['loose', 'held', 'young'].map(async (name) => (await send(`upload-${name}`, name)).json().uri as string),
  );
  await grantRead(service.db, { uris: [held ?? ''], fids: ['fid-wang'], holder: 'flow-1' });
  const at = new Date(Date.now() - 30 * 86_400_000 - 1_000);
  await service.db
    .updateTable('files')
    .set({ created_at: at })
    .where('uri', 'in', [loose ?? '', held ?? ''])
    .execute();
  const before = objects();
  await deleteUnreferencedFiles(service, Date.now());
  const status = async (uri = '') =>
    (await service.ask(tokens.li, `GET /api/v1/files/${uri}/receipt`)).statusCode;
  expect([await status(loose), await status(held), await status(young)]).toEqual([404, 200, 200]);
  expect(before - objects()).toBe(1);
});
