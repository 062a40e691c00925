import type { ByteSource } from '@sealflow/tdf/reader';
import { sanitizeFileName } from '../../infra/files/file-name.rules.ts';
import { createObjectSource } from '../../infra/objects/object-source.adapter.ts';
import { openVerifiedSource } from '../../infra/objects/verified-source.adapter.ts';
import { findRegisteredDocument } from '../documents/approved-changes.usecases.ts';
import { requireReadable } from '../files/files.usecases.ts';
import { namespaceOf, openForService } from '../keys/key-access.usecases.ts';
import { requireTenant } from '../tenants/tenants.usecases.ts';
import type { SubmittedFile } from '../workflow/flow-response.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { ProcessingFailure, toProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';

/** A file of a flow with its plaintext content. */
export interface Source {
  readonly file: SubmittedFile;
  /** The stored file, verified against the digest that was decided on. */
  readonly stored: ByteSource;
  /** The name of the content. */
  readonly name: string;
  readonly mimeType: string;
  /** Verified as it is read. */
  readonly content: ByteSource;
  /** The facts of the policy, authenticated by the key; null for a file that is not protected. */
  readonly sealed: {
    readonly documentID: string;
    readonly owner: string | null;
    readonly classificationID: string | null;
    readonly dissem: readonly string[];
  } | null;
}

/**
 * Opens the files of a flow for one person. Protected documents open only if that person may open them now.
 * @throws ProcessingFailure, TdfError and ServiceError, all of which `permanentReasonOf` recognises.
 */
export async function openSources(
  services: ProcessingServices,
  flow: Pick<FlowToProcess, 'tid' | 'files'>,
  fid: string,
): Promise<Source[]> {
  const { tid, files } = flow;
  const { db, publicUrl } = services;
  const namespace = namespaceOf(await requireTenant(db, tid), publicUrl());
  const sources: Source[] = [];
  for (const file of files) sources.push(await openSource(services, { tid, fid, namespace, file }));
  return sources;
}

async function openSource(
  services: ProcessingServices,
  { tid, fid, namespace, file }: { tid: string; fid: string; namespace: string; file: SubmittedFile },
): Promise<Source> {
  const { db, objects, clock } = services;
  const { objectKey, size } = await requireReadable(db, { tid, fid }, file.uri);
  const source = await openVerifiedSource(createObjectSource(objects, { key: objectKey, size }), file.sha256);
  const plain = {
    file,
    stored: source,
    name: file.name,
    mimeType: file.mimeType,
    content: source,
    sealed: null,
  };
  if (!file.encrypted) return plain;
  const opening = await openForService(services, { tid, fid, namespace, source, now: clock() });
  if (opening.state === 'plain') return plain;
  if (opening.state === 'refused') throw toProcessingFailure(opening.reason);
  const { document, policy, manifestSha256 } = opening;
  await assertRegisteredManifest(services, { tid, documentID: policy.documentID, manifestSha256 });
  return {
    file,
    stored: source,
    name: sanitizeFileName(document.name ?? file.name.replace(/\.tdf$/i, '')),
    mimeType: safeMediaType(document.facts.mimeType),
    content: document.bytes,
    sealed: {
      documentID: policy.documentID,
      owner: policy.owner,
      classificationID: policy.classificationID,
      dissem: policy.dissem,
    },
  };
}

/**
 * A sealer can write any policy, even with the id of another document. The registered manifest digest identifies the
 * genuine document.
 */
async function assertRegisteredManifest(
  { db }: ProcessingServices,
  { tid, documentID, manifestSha256 }: { tid: string; documentID: string; manifestSha256: string },
): Promise<void> {
  const registered = await findRegisteredDocument(db, { tid, documentID });
  if (registered && registered.manifestSha256 !== manifestSha256)
    throw new ProcessingFailure('key.document_damaged');
}

/** The sealer's value is validated because it is copied into headers of responses and mails. */
function safeMediaType(claimed: string | null): string {
  return claimed !== null && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(claimed)
    ? claimed
    : 'application/octet-stream';
}

/**
 * @throws ProcessingFailure `work.file_not_sealed` if a file is not protected: there is nothing to change about it.
 */
export function requireSealed(sources: readonly Source[]): NonNullable<Source['sealed']>[] {
  return sources.map(({ sealed }) => {
    if (!sealed) throw new ProcessingFailure('work.file_not_sealed');
    return sealed;
  });
}
