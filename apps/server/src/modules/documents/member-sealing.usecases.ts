import { randomUUID } from 'node:crypto';
import type { Clock } from '../../infra/clock/clock.port.ts';
import {
  type DatabaseTransaction,
  inTransaction,
  isForeignKeyViolation,
} from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import type { Tokens, VerifiedClaims } from '../../infra/tokens/tokens.util.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import { type DocumentRow, insertDocument, selectDocument, upsertGrant } from './documents.repository.ts';
import type { RegisteredDocument } from './documents.usecases.ts';
import { requireSealableClassification } from './sealable-classifications.usecases.ts';
import { getSealingContextByOwnerID, type SealingContext, type SealingServices } from './sealing.usecases.ts';

export interface MemberSealingServices extends SealingServices {
  readonly clock: Clock;
  readonly tokens: Tokens;
}

/** The member who seals, and their session. */
interface Sealer {
  readonly session: AccountSession;
  readonly member: Member;
}

/** Long enough to seal a large file on a slow phone. */
const ticketLifetimeMs = 24 * 3_600_000;

/**
 * Begins to seal a document of the caller. The server chooses the document id and signs it into a ticket. If the
 * client could choose it, it could choose the id of another person's document and grant access to that one.
 * @throws ServiceError `key.classification_not_found`, also for a classification above the member's clearance.
 */
export async function beginSealing(
  services: MemberSealingServices,
  { session, member: { tid, fid } }: Sealer,
  classificationID: string,
): Promise<SealingContext & { documentID: string; ticket: string; expireAt: number }> {
  await requireSealableClassification(services.db, { tid, fid, id: classificationID });
  const context = await getSealingContextByOwnerID(services, { tid, ownerOID: fid, classificationID });
  const documentID = randomUUID();
  const issuedAt = Math.floor(services.clock() / 1000) * 1000;
  const expireAt = issuedAt + ticketLifetimeMs;
  const more = { tid, fid, classificationID };
  const claims = { sub: session.aid, jti: documentID, issuedAt, expireAt, more };
  return { ...context, documentID, ticket: services.tokens.sign('sealflow-sealing', claims), expireAt };
}

export interface MemberDocument {
  ticket: string;
  /** Plaintext size in bytes. */
  size: number;
  mimeType: string;
  manifestSha256: string;
  recipients: readonly string[];
}

/**
 * Registers a document that the caller sealed with a ticket, and grants the recipients access. A repeated request
 * returns the same response, so that a lost response can be fetched again.
 * @throws ServiceError `key.request_invalid` for a foreign or expired ticket, `key.document_exists` if the ticket was
 * used for another file, `key.classification_not_found` if the classification was deleted or raised above the
 * member's clearance in the meantime, `login.user_not_found` for recipients who are not active in the tenant.
 */
export async function registerMemberDocument(
  { db, clock, tokens }: MemberSealingServices,
  { session, member }: Sealer,
  document: MemberDocument,
): Promise<RegisteredDocument> {
  const { tid, fid } = member;
  const { sub, jti: documentID, ...claims } = await verifyTicket(tokens, document.ticket);
  if (sub !== session.aid || claims['tid'] !== tid || claims['fid'] !== fid) {
    throw new ServiceError('key.request_invalid');
  }
  const recipients = [...new Set(document.recipients)].filter((one) => one !== fid);
  const at = new Date(clock());
  const classificationID = String(claims['classificationID']);
  const row = await inTransaction(db, async (transaction) => {
    // The insert comes before all checks: a repeated registration succeeds even if members left or settings changed
    // since.
    const inserted = await insertDocument(transaction, {
      tid,
      document_id: documentID,
      owner_fid: fid,
      classification_id: classificationID,
      size: document.size,
      mime_type: document.mimeType,
      manifest_sha256: document.manifestSha256,
      sealed_by: fid,
      created_at: at,
      withdrawn_at: null,
    }).catch(rethrowMissingClassification);
    if (!inserted)
      return assertSameDocument(await selectDocument(transaction, { tid, documentID }), document);
    await requireSealableClassification(transaction, { tid, fid, id: classificationID });
    await assertActiveMembers(transaction, { tid, fids: recipients });
    for (const recipient of recipients) {
      const grant = { tid, document_id: documentID, fid: recipient, until: null, granted_by: fid };
      await upsertGrant(transaction, { ...grant, created_at: at });
    }
    const actor = { kind: 'member', tid, session, member } as const;
    const grants = recipients.map((subject) => ({ act: 'grant', documentID, subject }) as const);
    await recordActs({ handle: transaction, actor, at }, [{ act: 'register', documentID }, ...grants]);
    return inserted;
  });
  return { documentID: row.document_id, sealedBy: row.sealed_by, createAt: row.created_at.getTime() };
}

async function verifyTicket(tokens: Tokens, ticket: string): Promise<VerifiedClaims> {
  try {
    return await tokens.verify('sealflow-sealing', ticket);
  } catch (error) {
    // The original error code would mean that the session has ended.
    if (error instanceof ServiceError) throw new ServiceError('key.request_invalid', {}, error);
    throw error;
  }
}

function rethrowMissingClassification(error: unknown): never {
  if (isForeignKeyViolation(error)) throw new ServiceError('key.classification_not_found', {}, error);
  throw error;
}

async function assertActiveMembers(
  transaction: DatabaseTransaction,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<void> {
  if (fids.length === 0) return;
  const active = (await listMembers(transaction, { tid, fids })).filter(({ state }) => state === 'active');
  if (active.length < fids.length) throw new ServiceError('login.user_not_found');
}

function assertSameDocument(row: DocumentRow | undefined, { manifestSha256 }: MemberDocument): DocumentRow {
  if (row?.manifest_sha256 !== manifestSha256) throw new ServiceError('key.document_exists');
  return row;
}
