import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import { seal } from '@sealflow/tdf/writer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Office, openOffice, tid } from '../../../testing/office.ts';
import { openTestSmtp, type TestSmtp } from '../../../testing/smtp.ts';
import { getSealingContextByOwnerID } from '../documents/sealing.usecases.ts';
import { storeFile } from '../files/files.usecases.ts';

let office: Office;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await openTestSmtp();
  office = await openOffice({ SMTP_URL: smtp.url, MAIL_FROM: 'Sealflow <noreply@example.com>' });
  await office.service.startWork();
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

/** A file that lin sealed with the document ID of another person and with lin as the owner. */
async function forge(documentID: string): Promise<string> {
  const parts = { ...office.service, publicUrl: office.service.publicUrl };
  const context = await getSealingContextByOwnerID(parts, { tid, ownerOID: 'lin', classificationID: null });
  const { stream } = seal({
    kas: { url: keyAccessUrlOf(context.platformUrl), kid: context.kid, publicKeyPem: context.publicKeyPem },
    policy: {
      uuid: documentID,
      namespace: context.namespace,
      owner: 'lin',
      org: context.orgID,
      classification: null,
    },
    mimeType: 'text/plain',
    name: 'mine.txt',
    content: new TextEncoder().encode('harmless'),
  });
  const { uri } = await storeFile(office.service, { tid, fid: 'lin' }, { name: 'mine.tdf', content: stream });
  return uri;
}

const documentOf = (documentID: string) =>
  office.service.db
    .selectFrom('documents')
    .select('watermark')
    .where('document_id', '=', documentID)
    .executeTakeFirstOrThrow();

it.concurrent.each([
  ['file_authorization', { fids: ['lin'], until: null }],
  ['file_watermark_removal', undefined],
  ['file_marking', { watermark: false }],
  ['file_to_transparent', undefined],
] as const)('%s: a forged file reveals nothing of the document that it names', async (type, details) => {
  const { documentID } = await office.seal('not yours', { owner: 'bob' });
  const flowID = await office.apply(type, [await forge(documentID)], details && { ...details });
  // The service rejects the file even after its owner's approval.
  await office.approve(flowID, 'bob');
  await office.approve(flowID);
  await office.reaches(flowID, 'not_processed');
  expect((await office.notices('lin')).join()).toContain('key.document_damaged');
  expect(await documentOf(documentID)).toEqual({ watermark: null });
  const grants = await office.service.db
    .selectFrom('document_grants')
    .select('fid')
    .where('document_id', '=', documentID)
    .execute();
  expect(grants).toEqual([]);
});

it.concurrent('a transferred document belongs to its new owner and no longer to the former one', async () => {
  const given = await office.seal('given away');
  const got = await office.seal('got', { owner: 'bob' });
  const { db } = office.service;
  for (const [{ documentID }, to] of [
    [given, 'bob'],
    [got, 'lin'],
  ] as const) {
    await db.updateTable('documents').set({ owner_fid: to }).where('document_id', '=', documentID).execute();
    const grant = { tid, document_id: documentID, fid: to, until: null, granted_by: 'test' };
    await db.insertInto('document_grants').values(grant).execute();
  }
  const former = await office.apply('file_authorization', [given.uri], { fids: ['ann'], until: null });
  expect(await office.holders(former)).toEqual(['bob']);
  await office.reject(former, 'bob');
  expect(await office.stateOf(former)).toBe('rejected');
  const heir = await office.approved('file_authorization', [got.uri], { fids: ['ann'], until: null });
  await office.reaches(heir, 'finished');
});

it.concurrent('sends a trusted mail to no untrusted mailbox, even beside one that is trusted twice', async () => {
  const { db } = office.service;
  const at = new Date();
  for (const fid of ['', 'lin']) {
    const row = { tid, email: 'twice@example.org', fid, flow_id: null, created_at: at };
    await db.insertInto('trusted_mailboxes').values(row).execute();
  }
  const flowID = await office.approved('trusted_mail_send', [await office.store('inside')], {
    to: ['twice@example.org', 'stranger@example.org'],
  });
  await office.reaches(flowID, 'not_processed');
  expect((await office.notices('lin')).join()).toContain('work.mailbox_not_trusted');
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('stranger@example.org');
});

it.concurrent('releases only the bytes that were decided on', async () => {
  const [plain, sealed, other] = [
    await office.store('decided on'),
    await office.seal('decided on'),
    await office.seal('another of the same applicant'),
  ];
  const flowID = await office.apply('file_decryption', [plain]);
  const second = await office.apply('file_out', [sealed.uri]);
  const mail = await office.apply('mail_out', [plain], { to: ['swapped@example.org'] });
  await office.swap(plain, Buffer.from('swapped in'));
  await office.swap(sealed.uri, await office.stored(other.uri));
  for (const one of [flowID, second, mail]) {
    await office.approve(one);
    await office.reaches(one, 'not_processed');
  }
  expect((await office.notices('lin')).join()).toContain('key.document_damaged');
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('swapped@example.org');
});

it.concurrent('releases no package whose document was withdrawn', async () => {
  const { uri, documentID } = await office.seal('too late');
  const flowID = await office.approved('file_decryption', [uri]);
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  expect((await office.fetch('lin', downloadID, { range: 'bytes=0-1' })).status).toBe(206);
  await office.service.db
    .updateTable('documents')
    .set({ withdrawn_at: new Date() })
    .where('document_id', '=', documentID)
    .execute();
  expect((await office.fetch('lin', downloadID)).status).toBe(404);
});

it('releases no package to a requester who may no longer sign in', async () => {
  const uri = await office.store('for ann as well');
  const flowID = await office.apply('file_decryption', [uri]);
  const { downloadID } = await office.ready('ann', flowID);
  const files = await office.service.ask(office.tokens.ann, `POST /api/v1/tenants/${tid}/file-token`);
  const read = () => office.service.ask(files.json().token, `GET /api/v1/files/${uri}`);
  const deny = (deny: string[]) =>
    office.service.db.updateTable('memberships').set({ deny }).where('fid', '=', 'ann').execute();
  expect([(await office.fetch('ann', downloadID)).status, (await read()).statusCode]).toEqual([200, 200]);
  await deny(['app_login']);
  expect([(await office.fetch('ann', downloadID)).status, (await read()).statusCode]).toEqual([404, 403]);
  await deny([]);
});
