import { createHash } from 'node:crypto';
import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Office, openOffice, tid } from '../../../testing/office.ts';
import { expireOverdueDownloads } from './download-expiry.usecases.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await office.service.startWork();
});
afterAll(() => office.close());

it.concurrent('decrypts for the applicant, who fetches the file once approved, and ends with the receipt', async () => {
  const { uri, documentID } = await office.seal('机密内容');
  const flowID = await office.approved('file_decryption', [uri]);
  await office.reaches(flowID, 'processed');
  const { downloadID, ...check } = await office.ready('lin', flowID);
  expect(check).toMatchObject({
    uri: `/api/v1/tenants/${tid}/download-files/${downloadID}`,
    name: '合同.txt',
    mimeType: 'text/plain',
    size: 12,
    passphrase: null,
  });
  const bytes = await office.bytesOf('lin', downloadID);
  expect(new TextDecoder().decode(bytes)).toBe('机密内容');
  expect(check.sha256).toBe(sha256(bytes));
  expect(await office.request('lin', flowID)).toBe(downloadID);
  const path = `/api/v1/tenants/${tid}/download/request-workflow-source-files/${flowID}`;
  const withoutBody = await office.service.ask(office.tokens.lin, `POST ${path}`);
  expect(withoutBody.json()).toEqual({ downloadID });
  expect((await office.received('lin', downloadID)).status).toBe(204);
  expect((await office.received('lin', downloadID)).status).toBe(204);
  expect(await office.stateOf(flowID)).toBe('finished');
  expect((await office.fetch('lin', downloadID)).status).toBe(404);
  const acts = await office.acts(flowID);
  expect(acts).toContainEqual({
    act: 'processing.decrypted',
    decision: 'granted',
    documentID,
    sha256: sha256(bytes),
  });
  for (const act of ['download.prepared', 'download.fetched', 'download.received']) {
    expect(acts.filter((one) => one.act === act)).toEqual([
      {
        act,
        decision: 'granted',
        documentID: act === 'download.prepared' ? documentID : null,
        sha256: sha256(bytes),
      },
    ]);
  }
});

it.concurrent('packs several files as an archive, with equal names told apart, and supports ranges', async () => {
  const files = [
    (await office.seal('eins')).uri,
    (await office.seal('zwei')).uri,
    await office.store('drei'),
  ];
  const flowID = await office.approved('file_to_transparent', files);
  await office.reaches(flowID, 'processed');
  const { downloadID, size, mimeType, name } = await office.ready('lin', flowID);
  expect([mimeType, name]).toEqual(['application/zip', '申请.zip']);
  const bytes = await office.bytesOf('lin', downloadID);
  expect(await entriesOf(bytes)).toEqual({ '合同.txt': 'eins', '合同 (2).txt': 'zwei', '说明.txt': 'drei' });
  const part = await office.fetch('lin', downloadID, { range: 'bytes=4-9' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${size}`]);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(4, 10));
  const etag = part.headers.get('etag') ?? '';
  const other = await office.fetch('lin', downloadID, { range: 'bytes=4-9', 'if-range': '"other"' });
  expect(other.status).toBe(200);
  expect((await office.fetch('lin', downloadID, { 'if-none-match': etag })).status).toBe(304);
  expect((await office.fetch('lin', downloadID, { range: 'bytes=999999-' })).status).toBe(416);
});

it.concurrent('makes plain copies for the applicant alone and leaves the document unchanged', async () => {
  const { uri, documentID } = await office.seal('für alle noch geschützt');
  const row = () =>
    office.service.db
      .selectFrom('documents')
      .selectAll()
      .where('document_id', '=', documentID)
      .executeTakeFirstOrThrow();
  const before = await row();
  const flowID = await office.approved('file_to_transparent', [uri]);
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  const bytes = await office.bytesOf('lin', downloadID);
  expect(new TextDecoder().decode(bytes)).toBe('für alle noch geschützt');
  const others = await office.ready('ann', flowID);
  expect((await office.bytesOf('ann', others.downloadID)).slice(0, 2)).toEqual(
    new TextEncoder().encode('PK'),
  );
  expect(await row()).toEqual(before);
  expect(await office.acts(flowID)).toContainEqual({
    act: 'processing.declassified',
    decision: 'granted',
    documentID,
    sha256: sha256(bytes),
  });
});

it.concurrent('protects a package that leaves the organisation with a passphrase, shown to the applicant alone', async () => {
  const { uri } = await office.seal('für draußen');
  const flowID = await office.approved('file_out', [uri]);
  await office.reaches(flowID, 'processed');
  const { downloadID, passphrase } = await office.ready('lin', flowID);
  expect(passphrase).toMatch(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}$/);
  const bytes = await office.bytesOf('lin', downloadID);
  await expect(entriesOf(bytes, 'wrong')).rejects.toThrow(/^Invalid/);
  expect(await entriesOf(bytes, passphrase ?? '')).toEqual({ '合同.txt': 'für draußen' });
  expect(office.service.logLines.join('')).not.toContain(passphrase);
  const raw = await office.service.ask(
    office.tokens.ann,
    `GET /api/v1/tenants/${tid}/download/check-prepared-download-file/${downloadID}`,
  );
  expect(raw.statusCode).toBe(404);
});

it.concurrent('keeps stored packages sealed', async () => {
  const flowID = await office.approved('file_decryption', [(await office.seal('nowhere in the clear')).uri]);
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  const row = await office.service.db
    .selectFrom('prepared_downloads')
    .selectAll()
    .where('download_id', '=', downloadID)
    .executeTakeFirstOrThrow();
  const stored = await office.service.objects.read(row.object_key ?? '');
  expect(Buffer.concat(await stored.toArray()).toString('latin1')).not.toContain('nowhere');
});

it.concurrent('gives others, and the applicant before the approval, sealed copies that they can open', async () => {
  const { uri, documentID } = await office.seal('für die Beteiligten');
  const flowID = await office.apply('file_decryption', [uri, await office.store('plain')]);
  for (const name of ['lin', 'ann'] as const) {
    const { downloadID } = await office.ready(name, flowID);
    const { '合同.txt.tdf': sealed, '说明.txt.tdf': plain } = await rawEntriesOf(
      await office.bytesOf(name, downloadID),
    );
    expect(await office.open(name, sealed ?? new Uint8Array())).toBe('für die Beteiligten');
    expect(await office.open(name, plain ?? new Uint8Array())).toBe('plain');
    await expect(office.open('bob', sealed ?? new Uint8Array())).rejects.toMatchObject({
      code: 'kas.refused.no_grant',
    });
    if (name === 'lin') continue;
    await office.service.db
      .updateTable('documents')
      .set({ withdrawn_at: new Date() })
      .where('document_id', '=', documentID)
      .execute();
    await expect(office.open(name, sealed ?? new Uint8Array())).rejects.toMatchObject({
      code: 'kas.refused.document_withdrawn',
    });
  }
  const stranger = await office.service.ask(
    office.tokens.bob,
    `POST /api/v1/tenants/${tid}/download/request-workflow-source-files/${flowID}`,
    {},
  );
  expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'work.flow_not_found']);
});

it.concurrent('rejects a damaged document, alone or in an archive, and reports it', async () => {
  const text = 'x'.repeat(1000);
  const [{ uri }, other] = [await office.seal(text), await office.seal('heil')];
  const before = await office.apply('file_decryption', [uri, other.uri]);
  const flowID = await office.apply('file_decryption', [uri]);
  const bytes = Buffer.from(await office.stored(uri));
  bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
  await office.service.objects.delete(uri);
  await office.service.objects.put(
    uri,
    (async function* () {
      yield bytes;
    })(),
  );
  for (const one of [flowID, before]) {
    const downloadID = await office.request('lin', one);
    const check = await office.settled('lin', downloadID);
    expect(check).toMatchObject({ state: 'failed', reason: 'key.document_damaged', uri: null, sha256: null });
  }
  await office.approve(flowID);
  await office.reaches(flowID, 'not_processed');
  expect((await office.notices('lin')).join()).toContain('key.document_damaged');
});

it.concurrent('requires a live session and answers HEAD with size and digest', async () => {
  const flowID = await office.apply('file_decryption', [(await office.seal('kurz')).uri]);
  const { downloadID, size, sha256: digest } = await office.ready('ann', flowID);
  const { token } = await office.service.signIn('ann', 'Correct-horse-9');
  const call = `/api/v1/download-files/${downloadID}`;
  const head = await office.service.ask(token, `HEAD ${call}`);
  expect([head.statusCode, head.headers['content-length'], head.headers['etag'], head.body]).toEqual([
    200,
    String(size),
    `"${digest}"`,
    '',
  ]);
  await office.service.ask(token, 'POST /api/v1/auth/logout');
  expect((await office.service.ask(token, `GET ${call}`)).statusCode).toBe(401);
  expect((await office.service.ask(office.tokens.bob, `GET ${call}`)).statusCode).toBe(404);
  expect((await office.service.ask(null, `GET ${call}`)).statusCode).toBe(401);
  const received = await office.received('bob', downloadID);
  expect(received.status).toBe(404);
  // A download by an approver does not finish the flow.
  expect((await office.received('ann', downloadID)).status).toBe(204);
  expect(await office.stateOf(flowID)).toBe('approving');
});

it('deletes a package with its bytes after a day', async () => {
  const flowID = await office.approved('file_decryption', [(await office.seal('bald weg')).uri]);
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  const { object_key: key } = await office.service.db
    .selectFrom('prepared_downloads')
    .select('object_key')
    .where('download_id', '=', downloadID)
    .executeTakeFirstOrThrow();
  office.service.time.now += 24 * 3_600_000;
  await office.signInAgain('lin');
  expect((await office.fetch('lin', downloadID)).status).toBe(404);
  await expireOverdueDownloads(office.service, office.service.time.now);
  expect(await office.service.objects.size(key ?? '')).toBeUndefined();
  expect(await office.request('lin', flowID)).not.toBe(downloadID);
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function entriesOf(bytes: Uint8Array, password?: string): Promise<Record<string, string>> {
  const raw = await rawEntriesOf(bytes, password);
  return Object.fromEntries(Object.entries(raw).map(([name, one]) => [name, new TextDecoder().decode(one)]));
}

async function rawEntriesOf(bytes: Uint8Array, password?: string): Promise<Record<string, Uint8Array>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), {
    useWebWorkers: false,
    ...(password ? { password } : {}),
  });
  const entries = (await zip.getEntries()) as FileEntry[];
  return Object.fromEntries(
    await Promise.all(
      entries.map(async (entry) => [entry.filename, new Uint8Array(await entry.arrayBuffer())] as const),
    ),
  );
}
