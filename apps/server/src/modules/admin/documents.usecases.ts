import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import {
  countDocumentsByPeriod,
  findNames,
  transferDocuments as move,
  transferDocument as moveOne,
  revokeGrant as removeGrant,
} from '../documents/administer-documents.usecases.ts';
import {
  type KeyGeneration,
  listGenerations,
  withdrawGeneration as markWithdrawn,
} from '../keys/administer-keys.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';

/** @throws ServiceError `admin.key_generation_not_found`, `admin.key_generation_newest`. */
export function withdrawGeneration(services: AdminServices, actor: Actor, generation: number): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const kids = await markWithdrawn(transaction, { tid: actor.tid, generation, at });
    for (const kid of kids) await record({ act: 'key.withdrawn', kid });
  });
}

/** @throws ServiceError `key.document_not_found`, `admin.grant_not_found`. */
export function revokeGrant(
  services: AdminServices,
  actor: Actor,
  { documentID, fid }: { documentID: string; fid: string },
): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await removeGrant(transaction, { tid: actor.tid, documentID, fid });
    await record({ act: 'grant.revoked', documentID, subject: fid });
  });
}

/**
 * Transfers the documents of a person to another.
 * @returns the number of documents.
 * @throws ServiceError `login.user_not_found`.
 */
export function transferDocuments(
  services: AdminServices,
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<number> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const by = actor.kind === 'member' ? actor.member.fid : actor.operatorID;
    const count = await move(transaction, { tid: actor.tid, from, to, by, at });
    await record({ act: 'member.documents_transferred', subject: from });
    return count;
  });
}

/**
 * Transfers one document to another member.
 * @throws ServiceError `key.document_not_found`, `login.user_not_found`.
 */
export function transferDocument(
  services: AdminServices,
  actor: Actor,
  { documentID, to }: { documentID: string; to: string },
): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const by = actor.kind === 'member' ? actor.member.fid : actor.operatorID;
    await moveOne(transaction, { tid: actor.tid, documentID, to, by, at });
    await record({ act: 'document.transferred', documentID, subject: to });
  });
}

/** The generations of the licence key, the newest first, with the number of documents that were registered under each. */
export async function listKeyGenerations(
  db: DatabaseHandle,
  query: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: (KeyGeneration & { documents: number })[] }> {
  const { total, data } = await listGenerations(db, { tid: query.tid, skip: 0, limit: Infinity });
  const starts = data.map(({ createAt }) => new Date(createAt)).toReversed();
  const counts = query.limit === 0 ? new Map() : await countDocumentsByPeriod(db, { tid: query.tid, starts });
  const counted = data.map((one, index) =>
    Object.assign(one, { documents: counts.get(total - 1 - index) ?? 0 }),
  );
  return { total, data: counted.slice(query.skip, query.skip + query.limit) };
}

/** The names of members; unknown ids are left out. */
export async function listNames(
  db: DatabaseHandle,
  people: { tid: string; fids: readonly string[] },
): Promise<{ fid: string; name: string }[]> {
  return [...(await findNames(db, people))].map(([fid, name]) => ({ fid, name }));
}
