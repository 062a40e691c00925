import type { ApplicationType } from '@sealflow/contract';
import type { FlowDetails } from '@sealflow/domain/workflow';
import { parsePolicy } from '@sealflow/tdf';
import { bytesSource, readSealed } from '@sealflow/tdf/reader';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Office, openOffice, tid } from '../../../testing/office.ts';
import { licenceFor } from '../../../tests/key-client.ts';
import { signInDevice } from '../../../tests/key-device.ts';
import { findWithdrawn } from '../documents/documents.usecases.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await office.service.startWork();
});
afterAll(() => office.close());

/** Like `approved`, for a document of bob. */
async function approvedByBob(...given: Parameters<Office['apply']>): Promise<string> {
  const flowID = await office.apply(...given);
  await office.approve(flowID, 'bob');
  await office.approve(flowID);
  return flowID;
}

it.concurrent('reseals under another classification, with the terms of that classification', async () => {
  const { uri } = await office.seal('wird geheim');
  const flowID = await office.approved('file_to_classification', [uri], { classificationID: 'secret' });
  await office.reaches(flowID, 'processed');
  const { downloadID, name } = await office.ready('lin', flowID);
  expect(name).toBe('合同.txt.tdf');
  const file = await office.bytesOf('lin', downloadID);
  expect(await office.open('lin', file)).toBe('wird geheim');
  const made = await office.service.db
    .selectFrom('flow_results')
    .innerJoin('documents as d', 'd.document_id', 'flow_results.document_id')
    .select(['d.classification_id', 'd.owner_fid', 'd.sealed_by', 'd.derived_from', 'd.withdrawn_at'])
    .where('flow_id', '=', flowID)
    .execute();
  expect(made).toEqual([
    {
      classification_id: 'secret',
      owner_fid: 'lin',
      sealed_by: 'service',
      derived_from: null,
      withdrawn_at: null,
    },
  ]);
});

it.concurrent('keeps the dissemination list of a resealed document', async () => {
  const { uri } = await office.seal('nur für Lin', { dissem: ['lin'] });
  const flowID = await office.approved('file_to_classification', [uri], { classificationID: 'secret' });
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  const sealed = await readSealed(bytesSource(new Uint8Array(await office.bytesOf('lin', downloadID))));
  expect(parsePolicy(sealed?.manifest.encryptionInformation.policy ?? '').dissem).toEqual(['lin']);
});

it.concurrent('gives access to the named people and never takes access away', async () => {
  const { uri, documentID } = await office.seal('geteilt');
  const file = await office.stored(uri);
  await expect(office.open('bob', file)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
  const end = Date.now() + 86_400_000;
  const flowID = await office.approved('file_authorization', [uri], { fids: ['bob'], until: end });
  await office.reaches(flowID, 'finished');
  expect(await office.open('bob', file)).toBe('geteilt');
  await office.reaches(
    await office.approved('file_authorization', [uri], { fids: ['bob'], until: end - 3600_000 }),
    'finished',
  );
  const grant = await office.service.db
    .selectFrom('document_grants')
    .select('until')
    .where('document_id', '=', documentID)
    .where('fid', '=', 'bob')
    .executeTakeFirstOrThrow();
  expect(grant.until?.getTime()).toBe(end);
  // The audit record names the recipient and the flow.
  const acts = await office.service.db
    .selectFrom('readable_audit_records')
    .select(['act', 'subject'])
    .where('document_id', '=', documentID)
    .where('act', 'in', ['grant', 'processing.granted'])
    .execute();
  expect(acts).toHaveLength(4);
  expect(acts).toContainEqual({ act: 'processing.granted', subject: flowID });
  expect(acts.filter(({ subject }) => subject === 'bob').map(({ act }) => act)).toEqual(['grant', 'grant']);
});

it.concurrent('gives access to the applicant after the owner agreed, and not before', async () => {
  const { uri } = await office.seal('bitte lesen', { owner: 'bob' });
  const file = await office.stored(uri);
  await expect(office.open('lin', file)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
  const flowID = await office.apply('file_authorization', [uri]);
  // The owner Bob decides first, although no process of the tenant includes him.
  expect(await office.holders(flowID)).toEqual(['bob']);
  // He cannot complete the flow in Ann's place, although the process of this type allows direct completion.
  expect(await office.complete(flowID, 'bob')).toBe('work.not_allowed');
  await office.approve(flowID, 'bob');
  expect(await office.holders(flowID)).toEqual(['ann']);
  await office.approve(flowID);
  await office.reaches(flowID, 'finished');
  expect(await office.open('lin', file)).toBe('bitte lesen');
});

it.concurrent('gives no access without the owner, nor by a file that only bears the document id', async () => {
  const { uri, documentID } = await office.seal('nicht für alle', { owner: 'bob' });
  const declined = await office.apply('file_authorization', [uri]);
  await office.reject(declined, 'bob');
  expect(await office.stateOf(declined)).toBe('rejected');

  // The document now belongs to another person, who did not approve.
  const handed = await office.apply('file_authorization', [uri]);
  await office.approve(handed, 'bob');
  await office.service.db
    .updateTable('documents')
    .set({ owner_fid: 'ann' })
    .where('document_id', '=', documentID)
    .execute();
  await office.approve(handed);
  // Ann is the owner by now. She approved in her stage as an approver.
  await office.reaches(handed, 'finished');

  const other = await office.seal('etwas anderes', { owner: 'bob' });
  await office.service.db
    .updateTable('documents')
    .set({ manifest_sha256: 'ab'.repeat(32) })
    .where('document_id', '=', other.documentID)
    .execute();
  const forged = await office.apply('file_authorization', [other.uri]);
  await office.approve(forged, 'bob');
  await office.approve(forged);
  await office.reaches(forged, 'not_processed');
  expect((await office.notices('lin')).join()).toContain('key.document_damaged');
});

it.concurrent('changes the obligations of a use licence', async () => {
  const { uri, documentID } = await office.seal('markiert');
  const obligations = async () => {
    office.service.time.now = Date.now();
    const device = await signInDevice({ url: office.url }, 'lin', { secret: 'Correct-horse-9' });
    const licence = await licenceFor({ url: office.url }, { tid, device, file: await office.stored(uri) });
    return (JSON.parse(licence.terms) as { obligations: string[] }).obligations.map((one) =>
      one.split('/').at(-1),
    );
  };
  expect(await obligations()).toEqual(['watermark']);
  const marking = await office.approved('file_marking', [uri], { noDownload: true, noCapture: true });
  await office.reaches(marking, 'finished');
  expect((await obligations()).length).toBe(3);
  const removal = await office.approved('file_watermark_removal', [uri]);
  await office.reaches(removal, 'finished');
  expect((await obligations()).length).toBe(2);
  const marked = { act: 'processing.marked', decision: 'granted', documentID, sha256: null };
  expect(await office.acts(marking)).toContainEqual(marked);
});

it.concurrent('processes only documents that the applicant may open and owns, and reports why it did not', async () => {
  const foreign = await office.seal('nicht deins', { owner: 'bob' });
  const decryption = await approvedByBob('file_decryption', [foreign.uri]);
  await office.reaches(decryption, 'not_processed');
  expect((await office.notices('lin')).join()).toContain('key.access_denied');
  expect(await office.acts(decryption)).toContainEqual(
    expect.objectContaining({ act: 'processing.failed', decision: 'refused' }),
  );
  await office.service.db
    .insertInto('document_grants')
    .values({ tid, document_id: foreign.documentID, fid: 'lin', until: null, granted_by: 'bob' })
    .execute();
  const again = await office.service.ask(
    office.tokens.lin,
    `POST /api/v1/tenants/${tid}/flows/${decryption}/actions/try-again`,
  );
  expect(again.statusCode).toBe(204);
  await office.reaches(decryption, 'processed');
  const marking = await approvedByBob('file_marking', [foreign.uri]);
  await office.reaches(marking, 'not_processed');
  const plain = await office.approved('file_marking', [await office.store('plain')]);
  await office.reaches(plain, 'not_processed');
  const withdrawn = await office.seal('zurückgezogen');
  const late = await office.apply('file_decryption', [withdrawn.uri]);
  await office.service.db
    .updateTable('documents')
    .set({ withdrawn_at: new Date() })
    .where('document_id', '=', withdrawn.documentID)
    .execute();
  await office.approve(late);
  await office.reaches(late, 'not_processed');
  const notices = (await office.notices('lin')).join('\n');
  for (const reason of ['work.not_document_owner', 'work.file_not_sealed', 'key.document_withdrawn']) {
    expect(notices).toContain(reason);
  }
});

it.concurrent('limits a sealed copy to the access of its requester and marks no unregistered document', async () => {
  const end = Date.now() + 3_600_000;
  const lent = await office.seal('auf Zeit', { owner: 'bob' });
  await office.service.db
    .insertInto('document_grants')
    .values({ tid, document_id: lent.documentID, fid: 'lin', until: new Date(end), granted_by: 'bob' })
    .execute();
  const flowID = await office.apply('file_decryption', [lent.uri]);
  const { downloadID } = await office.ready('lin', flowID);
  const file = await office.bytesOf('lin', downloadID);
  expect(await office.open('lin', file)).toBe('auf Zeit');
  const copies = await office.service.db
    .selectFrom('documents')
    .innerJoin('document_grants as g', (join) =>
      join.onRef('g.tid', '=', 'documents.tid').onRef('g.document_id', '=', 'documents.document_id'),
    )
    .select(['documents.owner_fid', 'g.fid', 'g.until'])
    .where('derived_from', '=', lent.documentID)
    .execute();
  expect(copies).toEqual([{ owner_fid: 'bob', fid: 'lin', until: new Date(end) }]);

  const loose = await office.seal('nirgends verzeichnet');
  await office.service.db.deleteFrom('documents').where('document_id', '=', loose.documentID).execute();
  const marking = await office.approved('file_watermark_removal', [loose.uri]);
  await office.reaches(marking, 'not_processed');
  expect((await office.notices('lin')).join()).toContain('key.document_not_found');
});

it.concurrent('asks the owner first, for every type of application with a document of the owner', async () => {
  const { uri, documentID } = await office.seal('gehört bob', { owner: 'bob' });
  await grantTo('lin', documentID);
  const details: Partial<Record<ApplicationType, FlowDetails>> = {
    file_to_classification: { classificationID: 'secret' },
  };
  for (const type of [
    'file_decryption',
    'file_to_transparent',
    'file_to_classification',
    'file_out',
  ] as const) {
    const flowID = await office.apply(type, [uri], details[type]);
    expect([type, await office.holders(flowID)]).toEqual([type, ['bob']]);
    expect(await office.complete(flowID, 'bob')).toBe('work.not_allowed');
    await office.reject(flowID, 'bob');
  }
  // An application for the applicant's own document needs no approval by another owner.
  const own = await office.apply('file_decryption', [(await office.seal('gehört lin')).uri]);
  expect(await office.holders(own)).toEqual(['ann']);
});

it.concurrent('withdraws all documents derived from a withdrawn one, across classifications and copies', async () => {
  const first = await office.seal('unter jeder Klasse', { owner: 'bob' });
  await grantTo('lin', first.documentID);
  const flowID = await approvedByBob('file_to_classification', [first.uri], { classificationID: 'secret' });
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  const file = await office.bytesOf('lin', downloadID);
  expect(await office.open('lin', file)).toBe('unter jeder Klasse');
  const { db } = office.service;
  const made = await db
    .selectFrom('flow_results')
    .select('document_id')
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  const { made_from: madeFrom, derived_from: derivedFrom } = await db
    .selectFrom('documents')
    .select(['made_from', 'derived_from'])
    .where('document_id', '=', made.document_id)
    .executeTakeFirstOrThrow();
  // The new document is made from the original but is not a copy of it.
  expect([madeFrom, derivedFrom]).toEqual([[first.documentID], null]);
  expect(await findWithdrawn(db, { tid, documentIDs: [made.document_id] })).toEqual([]);
  await db
    .updateTable('documents')
    .set({ withdrawn_at: new Date() })
    .where('document_id', '=', first.documentID)
    .execute();
  expect(await findWithdrawn(db, { tid, documentIDs: [made.document_id] })).toEqual([made.document_id]);
  await expect(office.open('lin', file)).rejects.toMatchObject({ code: 'kas.refused.document_withdrawn' });
});

async function grantTo(fid: string, documentID: string): Promise<void> {
  await office.service.db
    .insertInto('document_grants')
    .values({ tid, document_id: documentID, fid, until: null, granted_by: 'bob' })
    .execute();
}
