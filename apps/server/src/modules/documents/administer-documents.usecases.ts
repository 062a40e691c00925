import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findMember, listMembers } from '../tenants/tenants.usecases.ts';
import * as repository from './administer-documents.repository.ts';
import { type DocumentKey, type DocumentRow, selectDocument } from './documents.repository.ts';
import type { NewDocument, RegisteredDocument } from './documents.usecases.ts';

/** A registered document as administrators see it. The name is not included; only readers of the content know it. */
export interface DocumentFacts extends NewDocument, RegisteredDocument {
  /** Empty for a member who was deleted. */
  ownerName: string;
  withdrawnAt: number | null;
}

export interface GrantFacts {
  fid: string;
  name: string;
  until: number | null;
  grantedBy: string;
  createAt: number;
}

export async function listDocuments(
  db: DatabaseHandle,
  {
    skip,
    limit,
    sort,
    ...filter
  }: repository.DocumentFilter & { skip: number; limit: number; sort: repository.DocumentSort },
): Promise<{ total: number; data: DocumentFacts[] }> {
  const [total, rows] = await Promise.all([
    repository.countDocuments(db, filter),
    limit === 0 ? [] : repository.selectDocumentPage(db, filter, { skip, limit, sort }),
  ]);
  const names = await findNames(db, { tid: filter.tid, fids: rows.map((row) => row.owner_fid) });
  return { total, data: rows.map((row) => toDocumentFacts(row, names)) };
}

/** Whether the tenant has registered documents. If so, the tenant facts that documents contain must not change. */
export const hasDocuments = repository.hasDocuments;

/** @throws ServiceError `key.document_not_found`. */
export async function requireDocumentFacts(
  db: DatabaseHandle,
  key: DocumentKey,
): Promise<DocumentFacts & { grants: GrantFacts[] }> {
  const row = await selectDocument(db, key);
  if (!row) throw new ServiceError('key.document_not_found');
  const grants = await repository.selectGrants(db, key);
  const fids = [row.owner_fid, ...grants.map(({ fid }) => fid)];
  const names = await findNames(db, { tid: key.tid, fids });
  return {
    ...toDocumentFacts(row, names),
    grants: grants.map(({ fid, until, granted_by, created_at }) => ({
      fid,
      name: names.get(fid) ?? '',
      until: until?.getTime() ?? null,
      grantedBy: granted_by,
      createAt: created_at.getTime(),
    })),
  };
}

/** @throws ServiceError `key.document_not_found`, `admin.grant_not_found`. */
export async function revokeGrant(
  transaction: DatabaseTransaction,
  grant: DocumentKey & { fid: string },
): Promise<void> {
  if (!(await selectDocument(transaction, grant))) throw new ServiceError('key.document_not_found');
  if (!(await repository.deleteGrant(transaction, grant))) throw new ServiceError('admin.grant_not_found');
}

/**
 * Transfers the registered documents of a person to another active member of the tenant.
 * @returns the number of documents.
 * @throws ServiceError `login.user_not_found`.
 */
export async function transferDocuments(
  transaction: DatabaseTransaction,
  transfer: { tid: string; from: string; to: string; by: string; at: Date },
): Promise<number> {
  const { tid, from, to } = transfer;
  const [owner, newOwner] = await Promise.all([
    findMember(transaction, { tid, fid: from }),
    findMember(transaction, { tid, fid: to }),
  ]);
  if (!owner || newOwner?.state !== 'active') throw new ServiceError('login.user_not_found');
  return repository.reassignDocuments(transaction, transfer);
}

/** The number of registered documents of a tenant and of withdrawn ones, each up to 100,000. */
export function summarizeDocuments(
  db: DatabaseHandle,
  tid: string,
): Promise<{ total: number; withdrawn: number }> {
  return repository.selectDocumentCounts(db, tid);
}

/**
 * Transfers one registered document to another active member of the tenant.
 * @throws ServiceError `key.document_not_found`, `login.user_not_found`.
 */
export async function transferDocument(
  transaction: DatabaseTransaction,
  transfer: DocumentKey & { to: string; by: string; at: Date },
): Promise<void> {
  const { tid, to } = transfer;
  const newOwner = await findMember(transaction, { tid, fid: to });
  if (newOwner?.state !== 'active') throw new ServiceError('login.user_not_found');
  if (!(await repository.reassignDocument(transaction, transfer)))
    throw new ServiceError('key.document_not_found');
}

/** The number of documents registered from each of these times to the next one, by the index of the start. */
export const countDocumentsByPeriod = repository.countByPeriod;

/** The names of members by id; unknown ids are missing. */
export async function findNames(
  db: DatabaseHandle,
  people: { tid: string; fids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const members = people.fids.length === 0 ? [] : await listMembers(db, people);
  return new Map(members.map(({ fid, name }) => [fid, name]));
}

function toDocumentFacts(row: DocumentRow, names: ReadonlyMap<string, string>): DocumentFacts {
  return {
    documentID: row.document_id,
    ownerOID: row.owner_fid,
    ownerName: names.get(row.owner_fid) ?? '',
    classificationID: row.classification_id,
    size: row.size,
    mimeType: row.mime_type,
    manifestSha256: row.manifest_sha256,
    sealedBy: row.sealed_by,
    createAt: row.created_at.getTime(),
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  };
}
