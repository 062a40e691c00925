import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { findOperatorAccount, insertRecords } from './audit.repository.ts';
import type { AuditEntry, AuditedAct } from './audit-record.types.ts';

export type { AuditEntry, AuditedAct, AuditRecord } from './audit-record.types.ts';

/** The actor: the caller, an account that is not signed in (yet), the operator, or the service itself. */
export type AuditActor =
  | Actor
  | {
      readonly kind: 'account';
      /** Null for an act outside of any tenant. */
      readonly tid: string | null;
      readonly aid: string;
      readonly fid?: string | null;
      readonly deviceID?: string | null;
    }
  | { readonly kind: 'operator'; readonly tid: string | null; readonly operatorID: string }
  | { readonly kind: 'service'; readonly tid: string | null };

export interface AuditContext {
  /** The transaction of the act, so that the record exists exactly if the act does. */
  readonly handle: DatabaseHandle;
  readonly actor: AuditActor;
  readonly at: Date;
}

/** An act to be recorded. It contains ids only. */
export interface Act {
  /** `area.verb_past`, such as `account.password_changed`. */
  act: AuditedAct;
  /** The id of the object of the act. */
  subject?: string | null;
  documentID?: string | null;
  kid?: string | null;
  /** `granted` by default. */
  decision?: 'granted' | 'refused';
  /** The reason of a refusal. */
  reason?: string | null;
  sha256?: string | null;
}

/** Records an act or its refusal, in the transaction of the act. */
export function recordAct(by: AuditContext, act: Act): Promise<void> {
  return recordActs(by, [act]);
}

/** Records several acts of one actor, in their order. */
export function recordActs({ handle, actor, at }: AuditContext, acts: readonly Act[]): Promise<void> {
  return recordActsOfActors(handle, [{ actor, at, acts }]);
}

/** Records one act for each of these actors, in their order: an account acts in the chain of each of its tenants. */
export function recordActOfActors(
  { handle, actors, at }: Pick<AuditContext, 'handle' | 'at'> & { readonly actors: readonly AuditActor[] },
  act: Act,
): Promise<void> {
  return recordActsOfActors(
    handle,
    actors.map((actor) => ({ actor, at, acts: [act] })),
  );
}

/** The acts of an actor, in their order. */
export interface ActsOfActor extends Omit<AuditContext, 'handle'> {
  readonly acts: readonly Act[];
}

/** Records the acts of several actors, in their order. */
export async function recordActsOfActors(
  handle: DatabaseHandle,
  actsByActor: readonly ActsOfActor[],
): Promise<void> {
  const entries: AuditEntry[] = [];
  for (const { actor, at, acts } of actsByActor) {
    const ids = await idsOf(handle, actor);
    entries.push(...acts.map((act) => toEntry(act, { ...ids, at })));
  }
  await insertRecords(handle, entries);
}

type ActorIDs = Pick<AuditEntry, 'tid' | 'aid' | 'fid' | 'deviceID' | 'operatorID'>;

function toEntry(act: Act, by: ActorIDs & Pick<AuditEntry, 'at'>): AuditEntry {
  return {
    ...by,
    act: act.act,
    decision: act.decision ?? 'granted',
    reason: act.reason ?? null,
    documentID: act.documentID ?? null,
    kid: act.kid ?? null,
    subject: act.subject ?? null,
    sha256: act.sha256 ?? null,
  };
}

/** Records decisions, before their responses are sent. */
export const recordDecisions: (handle: DatabaseHandle, entries: readonly AuditEntry[]) => Promise<void> =
  insertRecords;

/** The ids of an actor. An operator that is a person is recorded with its account. */
async function idsOf(handle: DatabaseHandle, actor: AuditActor): Promise<ActorIDs> {
  const noIDs = { tid: actor.tid, aid: null, fid: null, deviceID: null, operatorID: null };
  if (actor.kind === 'service') return noIDs;
  if (actor.kind === 'operator') {
    const { operatorID } = actor;
    return { ...noIDs, operatorID, aid: await findOperatorAccount(handle, operatorID) };
  }
  if (actor.kind === 'account')
    return { ...noIDs, aid: actor.aid, fid: actor.fid ?? null, deviceID: actor.deviceID ?? null };
  const { member, session } = actor;
  return { ...noIDs, aid: session.aid, fid: member.fid, deviceID: session.device?.id ?? null };
}
