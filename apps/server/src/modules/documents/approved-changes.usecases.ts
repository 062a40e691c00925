import { type DatabaseTransaction } from '../../infra/database/index.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import {
  type DocumentRow,
  extendGrant,
  insertDocument,
  selectDocument,
  selectOwners,
  selectWithdrawn,
  updateMarks,
} from './documents.repository.ts';

/** A document as its sealer registered it. */
export interface DocumentRegistration {
  readonly documentID: string;
  readonly ownerOID: string;
  readonly manifestSha256: string;
  /** The document that it is a copy of. */
  readonly derivedFrom: string | null;
  /** Every document that it was derived from. */
  readonly madeFrom: readonly string[];
  /** Obligations that an approval set; they override the classification. */
  readonly marks: Marks;
}

/** Undefined and null defer to the classification. */
export interface Marks {
  readonly watermark?: boolean | null | undefined;
  readonly noDownload?: boolean | null | undefined;
  readonly noCapture?: boolean | null | undefined;
}

/** Undefined if no document with this id is registered. */
export async function findRegisteredDocument(
  db: Parameters<typeof selectDocument>[0],
  document: { tid: string; documentID: string },
): Promise<DocumentRegistration | undefined> {
  const row = await selectDocument(db, document);
  return row && toRegistration(row);
}

/** The distinct owners of these documents. Documents that are not registered have no owner. */
export const ownersOf = selectOwners;

/** Whether one of these documents, or one that it was derived from, is withdrawn. */
export async function hasWithdrawn(
  db: Parameters<typeof selectDocument>[0],
  documents: { tid: string; documentIDs: readonly string[] },
): Promise<boolean> {
  return (await selectWithdrawn(db, documents)).length > 0;
}

function toRegistration(row: DocumentRow): DocumentRegistration {
  return {
    documentID: row.document_id,
    ownerOID: row.owner_fid,
    manifestSha256: row.manifest_sha256,
    derivedFrom: row.derived_from,
    madeFrom: row.made_from,
    marks: { watermark: row.watermark, noDownload: row.no_download, noCapture: row.no_capture },
  };
}

export interface ServiceSealedDocument {
  readonly tid: string;
  readonly documentID: string;
  readonly ownerOID: string;
  readonly classificationID: string | null;
  /** Plaintext size in bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly manifestSha256: string;
  /** The registered document that it is a copy of. */
  readonly derivedFrom: string | null;
  /** Every registered document that it was derived from, as a copy or with another classification. */
  readonly madeFrom: readonly string[];
  readonly marks: Marks;
  readonly at: Date;
}

/** Registers a document that the service sealed, in the transaction that releases it. */
export async function registerSealedByService(
  transaction: DatabaseTransaction,
  document: ServiceSealedDocument,
): Promise<void> {
  const { watermark = null, noDownload = null, noCapture = null } = document.marks;
  await insertDocument(transaction, {
    tid: document.tid,
    document_id: document.documentID,
    owner_fid: document.ownerOID,
    classification_id: document.classificationID,
    size: document.size,
    mime_type: document.mimeType,
    manifest_sha256: document.manifestSha256,
    sealed_by: 'service',
    created_at: document.at,
    withdrawn_at: null,
    watermark,
    no_download: noDownload,
    no_capture: noCapture,
    derived_from: document.derivedFrom,
    made_from: [...document.madeFrom],
  });
}

/**
 * Grants people access to a registered document until a time (milliseconds since 1970), or permanently for null.
 * Existing grants are never shortened. Each grant is recorded by `fid`, in addition to the caller's record of the
 * flow.
 */
export async function grantByApproval(
  transaction: DatabaseTransaction,
  grant: {
    tid: string;
    documentID: string;
    fids: readonly string[];
    until: number | null;
    by: string;
    at: Date;
  },
): Promise<void> {
  for (const fid of grant.fids) {
    await extendGrant(transaction, {
      tid: grant.tid,
      document_id: grant.documentID,
      fid,
      until: grant.until === null ? null : new Date(grant.until),
      granted_by: grant.by,
      created_at: grant.at,
    });
  }
  const { tid, documentID, fids, at } = grant;
  await recordActs(
    { handle: transaction, actor: { kind: 'service', tid }, at },
    fids.map((subject) => ({ act: 'grant', documentID, subject })),
  );
}

/** Sets obligations of one registered document, which override its classification. */
export async function setMarksByApproval(
  transaction: DatabaseTransaction,
  { tid, documentID, marks }: { tid: string; documentID: string; marks: Marks },
): Promise<void> {
  const { watermark, noDownload, noCapture } = marks;
  const changes = {
    ...(watermark == null ? {} : { watermark }),
    ...(noDownload == null ? {} : { no_download: noDownload }),
    ...(noCapture == null ? {} : { no_capture: noCapture }),
  };
  if (Object.keys(changes).length > 0) await updateMarks(transaction, { tid, documentID }, changes);
}
