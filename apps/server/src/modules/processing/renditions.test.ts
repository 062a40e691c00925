import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { type Name, type Office, openOffice, tid } from '../../../testing/office.ts';
import { createProcessingServices } from '../../app/areas/processing.compose.ts';
import { inTransaction } from '../../infra/database/index.ts';
import { SandboxedProcessError } from '../../infra/rendering/sandboxed-process.adapter.ts';
import { withdrawDocument } from '../documents/documents.usecases.ts';
import { deleteFile } from '../files/files.usecases.ts';
import { changeTenant } from '../tenants/tenant-settings.usecases.ts';
import { createRenditionHandler, makeRendition } from './make-rendition.usecases.ts';
import type { ProcessingServices } from './processing.types.ts';
import { deleteRenditions } from './request-rendition.usecases.ts';

let office: Office;
let rendered: { document: Uint8Array; name: string }[];

beforeAll(async () => {
  // Background work is off. The test runs the jobs explicitly.
  office = await openOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  rendered = [];
  await setRenditions(true);
});

const setRenditions = (renditions: boolean) =>
  inTransaction(office.service.db, (transaction) => changeTenant(transaction, tid, { renditions }));

const ask = async (name: Name, uri: string) => {
  const path = `/api/v1/tenants/${tid}/files/${uri}/actions/render`;
  const response = await office.service.ask(office.tokens[name], `POST ${path}`);
  return { status: response.statusCode, code: response.json().code, ...response.json().data };
};

const fakePages = (text: string) => `%PDF-1.7 ${text}`;

/** The services with an engine that writes what it was given into its pages. */
const services = (change: Partial<ProcessingServices> = {}): ProcessingServices => ({
  ...createProcessingServices(office.service),
  render: async (source) => {
    rendered.push(source);
    return Buffer.from(fakePages(Buffer.from(source.document).toString()));
  },
  ...change,
});

const jobOf = (fid: Name, uri: string) => ({ tid, uri, aid: `a-${fid}`, fid });

/** Reads a file of the file service as a person. */
async function fetchFile(name: Name, uri: string) {
  const issued = await office.service.ask(office.tokens[name], `POST /api/v1/tenants/${tid}/file-token`);
  const headers = { authorization: `Bearer ${issued.json().token}` };
  const response = await fetch(`${office.url}/api/v1/files/${uri}`, { headers });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** A sealed Office file that ann got with an application of lin, and its rendition. */
async function makeOne() {
  const { uri, documentID } = await office.seal('confidential', { name: '合同.docx' });
  await office.apply('file_decryption', [uri]);
  expect(await ask('ann', uri)).toMatchObject({ status: 200, state: 'preparing', uri: null, reason: null });
  await makeRendition(services(), jobOf('ann', uri));
  const { uri: renditionUri } = await ask('ann', uri);
  return { uri, documentID, renditionUri: renditionUri as string };
}

const filesNamed = (name: string) =>
  office.service.db.selectFrom('files').selectAll().where('name', '=', name).execute();

const recordsOf = (uri: string) =>
  office.service.db
    .selectFrom('readable_audit_records')
    .select(['decision', 'reason', 'fid', 'document_id'])
    .where('act', '=', 'rendition.made')
    .where('subject', '=', uri)
    .execute();

it('refuses while the organisation does not want renditions', async () => {
  await setRenditions(false);
  const uri = await office.store('words', 'plan.docx');
  expect(await ask('lin', uri)).toMatchObject({ status: 403, code: 'file.renditions_off' });
  expect(
    await office.service.db.selectFrom('renditions').selectAll().where('uri', '=', uri).execute(),
  ).toEqual([]);
});

it('seals the pages as the same document, for those who may open and read the original', async () => {
  const { uri, documentID, renditionUri } = await makeOne();
  expect(rendered.map(({ name }) => name)).toEqual(['合同.docx']);
  const { status, bytes } = await fetchFile('ann', renditionUri);
  expect(status).toBe(200);
  expect(Buffer.from(bytes).includes('confidential')).toBe(false);
  expect(await office.open('ann', bytes)).toBe(fakePages('confidential'));
  // Another person neither finds the file nor gets a licence.
  expect((await fetchFile('bob', renditionUri)).status).toBe(404);
  expect(await ask('bob', uri)).toMatchObject({ status: 404, code: 'file.file_does_not_exist' });
  await expect(office.open('bob', bytes)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
  expect(await recordsOf(uri)).toEqual([
    { decision: 'granted', reason: null, fid: 'ann', document_id: documentID },
  ]);
});

it('counts as storage of the owner, and a repeated job changes nothing', async () => {
  const before = await usage();
  const { uri, renditionUri } = await makeOne();
  const [file] = await office.service.db
    .selectFrom('files')
    .selectAll()
    .where('uri', '=', renditionUri)
    .execute();
  expect(file).toMatchObject({ owner_fid: 'lin', name: '合同.pdf.tdf', encrypted: true });
  expect((await usage()) - before).toBeGreaterThan(file?.size ?? Number.POSITIVE_INFINITY);
  await makeRendition(services(), jobOf('ann', uri));
  expect(rendered).toHaveLength(1);
  expect(await ask('lin', uri)).toMatchObject({ state: 'ready', uri: renditionUri });
});

async function usage(): Promise<number> {
  const rows = await office.service.db
    .selectFrom('upload_usage')
    .selectAll()
    .where('fid', '=', 'lin')
    .execute();
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

it('is withdrawn with the original', async () => {
  const { documentID, renditionUri } = await makeOne();
  const bytes = await office.stored(renditionUri);
  await withdrawDocument(office.service, { kind: 'operator', tid, operatorID: 'test' }, documentID);
  await expect(office.open('ann', bytes)).rejects.toMatchObject({ code: 'kas.refused.document_withdrawn' });
});

it('is deleted with the original, and when the organisation switches renditions off', async () => {
  const { uri } = await office.seal('draft', { name: '草稿.docx' });
  await ask('lin', uri);
  await makeRendition(services(), jobOf('lin', uri));
  expect(await filesNamed('草稿.pdf.tdf')).toHaveLength(1);
  await deleteFile(office.service, { tid, fid: 'lin' }, uri);
  expect(await filesNamed('草稿.pdf.tdf')).toEqual([]);

  const { renditionUri } = await makeOne();
  await inTransaction(office.service.db, (transaction) => deleteRenditions(transaction, tid));
  expect((await fetchFile('ann', renditionUri)).status).toBe(404);
  const loose = await office.service.db.selectFrom('loose_objects').select('key').execute();
  expect(loose.map(({ key }) => key)).toContain(renditionUri);
});

it('leaves a file that is not protected as it is', async () => {
  const uri = await office.store('public words', 'plan.xlsx');
  await ask('lin', uri);
  await makeRendition(services(), jobOf('lin', uri));
  const { uri: renditionUri } = await ask('lin', uri);
  expect(Buffer.from(await office.stored(renditionUri as string)).toString()).toBe(fakePages('public words'));
});

it.each([
  ['tooSlow', 'file.rendition_too_slow'],
  ['tooMuchMemory', 'file.rendition_too_large'],
  ['failed', 'file.rendition_failed'],
] as const)('a process that ends with %s fails with %s, and may be asked for again', async (end, reason) => {
  const uri = await office.store('words', 'plan.docx');
  await ask('lin', uri);
  const render = () => Promise.reject(new SandboxedProcessError(end));
  await makeRendition(services({ render }), jobOf('lin', uri));
  expect(await ask('lin', uri)).toMatchObject({ status: 200, state: 'failed', uri: null, reason });
  expect(await recordsOf(uri)).toEqual([{ decision: 'refused', reason, fid: 'lin', document_id: null }]);
  office.service.time.now += 61_000;
  expect(await ask('lin', uri)).toMatchObject({ state: 'preparing', reason: null });
});

it('converts nothing for a person without access, and no other formats', async () => {
  const { uri } = await office.seal('secret words', { name: '机密.docx', classificationID: 'secret' });
  await office.apply('file_decryption', [uri]);
  await ask('ann', uri);
  await makeRendition(services(), jobOf('ann', uri));
  expect(await ask('ann', uri)).toMatchObject({ state: 'failed', reason: 'key.access_denied' });
  const text = await office.store('words', 'plan.txt');
  await ask('lin', text);
  await makeRendition(services(), jobOf('lin', text));
  expect(await ask('lin', text)).toMatchObject({ state: 'failed', reason: 'file.rendition_unsupported' });
  expect(rendered).toEqual([]);
});

it('a node converts one document of an organisation at a time', async () => {
  const uris = [await office.store('one', 'one.docx'), await office.store('two', 'two.docx')];
  const [first = '', second = ''] = uris;
  for (const uri of uris) await ask('lin', uri);
  let finish: (() => void) | undefined;
  const later: unknown[] = [];
  const handle = createRenditionHandler(
    services({
      render: async ({ document }) => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return document;
      },
      outbox: { send: async (_, __, jobs) => void later.push(...jobs) },
    }),
  );
  const running = handle(jobOf('lin', first));
  await eventually(() => expect(finish).toBeDefined());
  await handle(jobOf('lin', second));
  expect(later).toMatchObject([{ data: jobOf('lin', second) }]);
  finish?.();
  await running;
  expect(await ask('lin', first)).toMatchObject({ state: 'ready' });
  expect(await ask('lin', second)).toMatchObject({ state: 'preparing' });
});
