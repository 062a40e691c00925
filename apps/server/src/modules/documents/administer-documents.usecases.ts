import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import * as repository from './administer-documents.repository.ts';
import { type DocumentKey, type DocumentRow, selectDocument } from './documents.repository.ts';
import type { NewDocument, RegisteredDocument } from './documents.usecases.ts';

/** A registered document as administrators see it. The name is not included; only readers of the content know it. */
export interface DocumentFacts extends NewDocument, RegisteredDocument {
  withdrawnAt: number | null;
}

export interface GrantFacts {
  fid: string;
  until: number | null;
  grantedBy: string;
  createAt: number;
}

export async function listDocuments(
  db: DatabaseHandle,
  { skip, limit, ...filter }: repository.DocumentFilter & { skip: number; limit: number },
): Promise<{ total: number; data: DocumentFacts[] }> {
  const [total, rows] = await Promise.all([
    repository.countDocuments(db, filter),
    limit === 0 ? [] : repository.selectDocumentPage(db, filter, { skip, limit }),
  ]);
  return { total, data: rows.map(toDocumentFacts) };
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
  return {
    ...toDocumentFacts(row),
    grants: grants.map(({ fid, until, granted_by, created_at }) => ({
      fid,
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

function toDocumentFacts(row: DocumentRow): DocumentFacts {
  return {
    documentID: row.document_id,
    ownerOID: row.owner_fid,
    classificationID: row.classification_id,
    size: row.size,
    mimeType: row.mime_type,
    manifestSha256: row.manifest_sha256,
    sealedBy: row.sealed_by,
    createAt: row.created_at.getTime(),
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  };
}
