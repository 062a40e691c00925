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

/** Refusals that one account may write to the audit log per minute; further ones are only counted. */
const mostRecords = 60;
const minute = 60_000;
const act = 'call.refused';

/**
 * An authenticator that audits every refusal. A refusal of a signed-in account is recorded individually, up to a limit. Others
 * are only counted, because anyone can cause any number of them.
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
    // An account that is not a member leaves no trace in the tenant's audit log, only in the deployment's.
    const actor = {
      kind: 'account',
      tid: member ? tid : null,
      aid,
      fid: member?.member.fid ?? null,
      deviceID: device?.id ?? null,
    } as const;
    if (!isWithin(aid)) return count(actor.tid, reason);
    // The caller can put any text in place of the id: it becomes the subject only if such a tenant exists or existed.
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

/** A limiter: `true` for the first `maxRecordsPerMinute` calls of each account in a minute. */
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
