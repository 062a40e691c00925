import type { Actor } from '../../infra/http/access.port.ts';
import {
  transferDocuments as move,
  revokeGrant as removeGrant,
} from '../documents/administer-documents.usecases.ts';
import { withdrawGeneration as markWithdrawn } from '../keys/administer-keys.usecases.ts';
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
