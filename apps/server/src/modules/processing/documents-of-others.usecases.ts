import { createHash } from 'node:crypto';
import { readSealed } from '@sealflow/tdf/reader';
import { maxHeaderBytes } from '../../infra/files/header-limit.rules.ts';
import { createObjectSource } from '../../infra/objects/object-source.adapter.ts';
import { openVerifiedSource } from '../../infra/objects/verified-source.adapter.ts';
import { findRegisteredDocument, hasWithdrawn } from '../documents/approved-changes.usecases.ts';
import { documentIDsIn, requireReadable } from '../files/files.usecases.ts';
import type { SubmittedFile } from '../workflow/flow-response.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';

/**
 * Finds the documents of other owners among the files of an application, by file URI. The documents are not opened
 * for this: the applicant could not open them, and the manifest alone identifies a registered document.
 * @throws ProcessingFailure `work.not_document_owner` if an owner did not agree, `key.document_damaged` if a file is
 * not the document whose id it carries, `key.document_withdrawn`.
 */
export async function findDocumentsOfOthers(
  services: ProcessingServices,
  flow: FlowToProcess,
): Promise<ReadonlyMap<string, string>> {
  const documentIDByUri = new Map<string, string>();
  for (const file of flow.files) {
    const documentID = await findDocumentOfOther(services, flow, file);
    if (documentID !== null) documentIDByUri.set(file.uri, documentID);
  }
  const documentIDs = [...documentIDByUri.values()];
  if (await hasWithdrawn(services.db, { tid: flow.tid, documentIDs })) {
    throw new ProcessingFailure('key.document_withdrawn');
  }
  return documentIDByUri;
}

/** Null for a document that the applicant owns or that is not registered. */
async function findDocumentOfOther(
  { db, objects }: ProcessingServices,
  { tid, applicantFid: fid, approverFids }: FlowToProcess,
  file: SubmittedFile,
): Promise<string | null> {
  const [documentID] = await documentIDsIn(db, { tid, uris: [file.uri] });
  const registered =
    documentID === undefined ? undefined : await findRegisteredDocument(db, { tid, documentID });
  if (documentID === undefined || !registered || registered.ownerOID === fid) return null;
  if (!approverFids.includes(registered.ownerOID)) throw new ProcessingFailure('work.not_document_owner');
  const { objectKey, size } = await requireReadable(db, { tid, fid }, file.uri);
  const source = await openVerifiedSource(createObjectSource(objects, { key: objectKey, size }), file.sha256);
  const sealed = await readSealed(source, undefined, maxHeaderBytes);
  if (!sealed) throw new ProcessingFailure('key.document_damaged');
  const { offset, size: length } = sealed.manifestRange;
  const manifest = createHash('sha256').update(await sealed.source.read(offset, length));
  if (manifest.digest('hex') !== registered.manifestSha256)
    throw new ProcessingFailure('key.document_damaged');
  return documentID;
}
