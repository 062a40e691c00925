import type { Clock } from '../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../infra/database/index.ts';
import { ServiceError } from '../infra/errors/service.errors.ts';
import type { Gate } from '../infra/http/access.port.ts';
import { recordAct } from '../modules/audit/audit.usecases.ts';
import { countRefusal } from '../modules/audit/refusals.usecases.ts';
import { findTenant, isDeletedTenant } from '../modules/tenants/tenants.usecases.ts';

export interface AuditedGateParts {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
}

/** Refusals that one account has written down each within a minute; the rest is counted. */
const mostRecords = 60;
const minute = 60_000;
const act = 'call.refused';

/**
 * A gate that puts on record whom it does not let in: a signed-in account that asks for what is not its right by itself,
 * and those that nobody knows by their number, for anyone can ask as often as they like.
 */
export function auditedGate(gate: Gate, { db, clock }: AuditedGateParts): Gate {
  const isWithin = createBound(clock);
  const count = (tid: string | null, reason: string) => countRefusal(db, { tid, act, reason, at: clock() });

  const counted = async <T>(entering: Promise<T>): Promise<T> => {
    try {
      return await entering;
    } catch (error) {
      if (error instanceof ServiceError) count(null, error.code);
      throw error;
    }
  };
  const refused = async (token: string | undefined, tid: string, reason: ServiceError['code']) => {
    const session = await gate.account(token).catch(() => undefined);
    if (!session) return count(null, reason);
    const { aid, device } = session;
    const member = await gate.member(token, tid).catch(() => undefined);
    // Whoever is nobody there leaves no trace in what that tenant reads: the deployment's record has it.
    const actor = {
      kind: 'account',
      tid: member ? tid : null,
      aid,
      fid: member?.member.fid ?? null,
      deviceID: device?.id ?? null,
    } as const;
    if (!isWithin(aid)) return count(actor.tid, reason);
    // What somebody wrote in the place of an id is any text: it is none where no tenant has it.
    const isTenant = member || (await findTenant(db, tid)) || (await isDeletedTenant(db, tid));
    const subject = isTenant ? tid : null;
    await recordAct(
      { handle: db, actor, at: new Date(clock()) },
      { act, decision: 'refused', reason, subject },
    );
  };
  const written = async <T>(entering: Promise<T>, token: string | undefined, tid: string): Promise<T> => {
    try {
      return await entering;
    } catch (error) {
      if (error instanceof ServiceError) await refused(token, tid, error.code);
      throw error;
    }
  };
  return {
    account: (...asked) => counted(gate.account(...asked)),
    member: (...asked) => written(gate.member(...asked), asked[0], asked[1]),
    file: (token) => counted(gate.file(token)),
    operator: (token) => counted(gate.operator(token)),
    actor: (...asked) => written(gate.actor(...asked), asked[0], asked[1].tid),
  };
}

/** Lets so many a minute pass for each account. */
function createBound(clock: Clock): (aid: string) => boolean {
  let start = 0;
  let passed = new Map<string, number>();
  return (aid) => {
    const now = clock();
    if (now - start >= minute || now < start) {
      start = now;
      passed = new Map();
    }
    const before = passed.get(aid) ?? 0;
    passed.set(aid, before + 1);
    return before < mostRecords;
  };
}
