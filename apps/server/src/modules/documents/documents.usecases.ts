import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import { requireClassification } from './classifications.usecases.ts';
import {
  insertDocument,
  selectDocument,
  selectWithdrawn,
  setWithdrawn,
  upsertGrant,
} from './documents.repository.ts';

export interface DocumentServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
}

export interface NewDocument {
  documentID: string;
  ownerOID: string;
  classificationID: string | null;
  size: number;
  mimeType: string;
  manifestSha256: string;
}

export interface RegisteredDocument {
  documentID: string;
  /** The id of the member or the operator who registered it. */
  sealedBy: string;
  createAt: number;
}

/**
 * Registers a document that the actor sealed.
 * @throws ServiceError `key.document_exists`, `key.classification_not_found`, `login.user_not_found`.
 */
export async function registerDocument(
  { db, clock }: DocumentServices,
  actor: Actor,
  document: NewDocument,
): Promise<RegisteredDocument> {
  const { tid } = actor;
  const { documentID, ownerOID, classificationID } = document;
  await requirePerson(db, { tid, fid: ownerOID });
  if (classificationID !== null) await requireClassification(db, { tid, id: classificationID });
  const at = new Date(clock());
  const row = await inTransaction(db, async (transaction) => {
    const inserted = await insertDocument(transaction, {
      tid,
      document_id: documentID,
      owner_fid: ownerOID,
      classification_id: classificationID,
      size: document.size,
      mime_type: document.mimeType,
      manifest_sha256: document.manifestSha256,
      sealed_by: actor.kind === 'member' ? actor.member.fid : actor.operatorID,
      created_at: at,
      withdrawn_at: null,
    });
    if (inserted) await recordAct({ handle: transaction, actor, at }, { act: 'register', documentID });
    return inserted;
  });
  if (!row) throw new ServiceError('key.document_exists');
  return { documentID: row.document_id, sealedBy: row.sealed_by, createAt: row.created_at.getTime() };
}

/**
 * Withdraws a document: no use licence is issued from now on.
 * @throws ServiceError `key.document_not_found`.
 */
export async function withdrawDocument(
  { db, clock }: DocumentServices,
  actor: Actor,
  documentID: string,
): Promise<void> {
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    const found = await setWithdrawn(transaction, { tid: actor.tid, documentID }, at);
    if (!found) throw new ServiceError('key.document_not_found');
    await recordAct({ handle: transaction, actor, at }, { act: 'withdraw', documentID });
  });
}

/**
 * Grants a person access to a document, `until` a time (milliseconds since 1970) or permanently for null.
 * @throws ServiceError `key.document_not_found`, `login.user_not_found`.
 */
export async function grantDocument(
  { db, clock }: DocumentServices,
  actor: Actor,
  grant: { documentID: string; fid: string; until: number | null },
): Promise<void> {
  const { tid } = actor;
  const { documentID, fid, until } = grant;
  if (!(await selectDocument(db, { tid, documentID }))) throw new ServiceError('key.document_not_found');
  await requirePerson(db, { tid, fid });
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    await upsertGrant(transaction, {
      tid,
      document_id: documentID,
      fid,
      until: until === null ? null : new Date(until),
      granted_by: actor.kind === 'member' ? actor.member.fid : actor.operatorID,
      created_at: at,
    });
    await recordAct({ handle: transaction, actor, at }, { act: 'grant', documentID, subject: fid });
  });
}

async function requirePerson(db: DatabaseHandle, person: { tid: string; fid: string }): Promise<void> {
  if (!(await findMember(db, person))) throw new ServiceError('login.user_not_found');
}

/** Those of these documents that are withdrawn, or derived from a withdrawn one. */
export const findWithdrawn = (
  db: DatabaseHandle,
  documents: { readonly tid: string; readonly documentIDs: readonly string[] },
): Promise<string[]> => selectWithdrawn(db, documents);
