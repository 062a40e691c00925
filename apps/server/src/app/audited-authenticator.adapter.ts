import type { Clock } from '../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../infra/database/index.ts';
import { ServiceError } from '../infra/errors/service.errors.ts';
import type { Authenticator } from '../infra/http/access.port.ts';
import { recordAct } from '../modules/audit/audit.usecases.ts';
import { countRefusal } from '../modules/audit/refusals.usecases.ts';
import { findTenant, isDeletedTenant } from '../modules/tenants/tenants.usecases.ts';

export interface AuditedAuthenticatorOptions {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
}

/** Refusals that one account may write to the audit log per minute; further ones are only counted. */
const maxRecordsPerMinute = 60;
const minuteMs = 60_000;
const act = 'call.refused';

/**
 * An authenticator that audits every refusal. A refusal of a signed-in account is recorded individually, up to a limit. Others
 * are only counted, because anyone can cause any number of them.
 */
export function withAuditing(
  authenticator: Authenticator,
  { db, clock }: AuditedAuthenticatorOptions,
): Authenticator {
  const isWithinLimit = createRateLimit(clock);
  const count = (tid: string | null, reason: string) => countRefusal(db, { tid, act, reason, at: clock() });

  const countRejections = async <T>(authentication: Promise<T>): Promise<T> => {
    try {
      return await authentication;
    } catch (error) {
      if (error instanceof ServiceError) count(null, error.code);
      throw error;
    }
  };
  const recordRejection = async (token: string | undefined, tid: string, reason: ServiceError['code']) => {
    const session = await authenticator.account(token).catch(() => undefined);
    if (!session) return count(null, reason);
    const { aid, device } = session;
    const member = await authenticator.member(token, tid).catch(() => undefined);
    // An account that is not a member leaves no trace in the tenant's audit log, only in the deployment's.
    const actor = {
      kind: 'account',
      tid: member ? tid : null,
      aid,
      fid: member?.member.fid ?? null,
      deviceID: device?.id ?? null,
    } as const;
    if (!isWithinLimit(aid)) return count(actor.tid, reason);
    // The caller can put any text in place of the id: it becomes the subject only if such a tenant exists or existed.
    const isTenant = member || (await findTenant(db, tid)) || (await isDeletedTenant(db, tid));
    const subject = isTenant ? tid : null;
    await recordAct(
      { handle: db, actor, at: new Date(clock()) },
      { act, decision: 'refused', reason, subject },
    );
  };
  const recordRejections = async <T>(
    authentication: Promise<T>,
    token: string | undefined,
    tid: string,
  ): Promise<T> => {
    try {
      return await authentication;
    } catch (error) {
      if (error instanceof ServiceError) await recordRejection(token, tid, error.code);
      throw error;
    }
  };
  return {
    account: (...args) => countRejections(authenticator.account(...args)),
    member: (...args) => recordRejections(authenticator.member(...args), args[0], args[1]),
    file: (token) => countRejections(authenticator.file(token)),
    operator: (token) => countRejections(authenticator.operator(token)),
    assertSteppedUp: (token) => countRejections(authenticator.assertSteppedUp(token)),
    actor: (...args) => recordRejections(authenticator.actor(...args), args[0], args[1].tid),
  };
}

/** A limiter: `true` for the first `maxRecordsPerMinute` calls of each account in a minute. */
function createRateLimit(clock: Clock): (aid: string) => boolean {
  let windowStart = 0;
  let countByAccount = new Map<string, number>();
  return (aid) => {
    const now = clock();
    if (now - windowStart >= minuteMs || now < windowStart) {
      windowStart = now;
      countByAccount = new Map();
    }
    const previous = countByAccount.get(aid) ?? 0;
    countByAccount.set(aid, previous + 1);
    return previous < maxRecordsPerMinute;
  };
}
