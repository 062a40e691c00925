import type { DatabaseHandle } from '../infra/database/index.ts';
import { ServiceError } from '../infra/errors/service.errors.ts';
import type { Actor, ActorRequirement, Authenticator, AuthFreshness } from '../infra/http/access.port.ts';
import { hasRight } from '../infra/http/rights.rules.ts';
import type { AccountsContext } from '../modules/accounts/accounts.types.ts';
import { findOperatorOfSession } from '../modules/accounts/administration/operator-accounts.usecases.ts';
import {
  isOperatorCredential,
  requireOperator,
} from '../modules/accounts/administration/operators.usecases.ts';
import { requireMember, requireSession } from '../modules/accounts/authentication/authentication.usecases.ts';
import { assertSteppedUp } from '../modules/accounts/second-factor/step-up.usecases.ts';
import { requireFileBearer } from '../modules/files/file-token.usecases.ts';
import { isDeletedTenant, requireTenant } from '../modules/tenants/tenants.usecases.ts';

/** Authorises calls by composing the modules that own sessions, members, files and operators. */
export function createAuthenticator(accounts: AccountsContext): Authenticator {
  const { db } = accounts;
  return {
    account: (token, freshness) => requireSession(accounts, token, freshness),
    member: (token, tid, freshness = 'fresh') => requireMember(accounts, token, { tid, freshness }),
    file: (token) => requireFileBearer(accounts, token),
    operator: async (token) => {
      if (isOperatorCredential(token)) return { operatorID: await requireOperator(db, token) };
      const operator = await findOperatorOfSession(accounts, await requireSession(accounts, token));
      if (!operator) throw new ServiceError('app.no_rights');
      return operator;
    },
    actor: async (token, requirement, freshness = 'fresh') => {
      const { tid, right, deletedTenants = false } = requirement;
      if (!isOperatorCredential(token)) {
        const actor = await findMemberActor(accounts, { token, tid, right, freshness });
        if (!('refusal' in actor)) return actor;
        const operator = await findOperatorOfToken(accounts, token);
        if (!operator) throw actor.refusal;
        await requireReachableTenant(db, { tid, deletedTenants });
        return { kind: 'operator', tid, ...operator };
      }
      const operatorID = await requireOperator(db, token);
      await requireReachableTenant(db, { tid, deletedTenants });
      return { kind: 'operator', tid, operatorID };
    },
    assertSteppedUp: async (token) => {
      if (isOperatorCredential(token)) await requireOperator(db, token);
      else await assertSteppedUp(accounts, await requireSession(accounts, token));
    },
  };
}

/** The member with the right, or the error that refuses it. A person who is both acts as the member. */
async function findMemberActor(
  accounts: AccountsContext,
  {
    token,
    tid,
    right,
    freshness,
  }: { token: string | undefined; freshness: AuthFreshness } & ActorRequirement,
): Promise<Extract<Actor, { kind: 'member' }> | { refusal: unknown }> {
  try {
    const { session, member } = await requireMember(accounts, token, { tid, freshness });
    if (hasRight(member, right)) return { kind: 'member', tid, session, member };
    return { refusal: new ServiceError('app.no_rights') };
  } catch (refusal) {
    return { refusal };
  }
}

/** The operator role of a token that gives no access to a tenant; undefined where the token is rejected. */
async function findOperatorOfToken(accounts: AccountsContext, token: string | undefined) {
  const session = await requireSession(accounts, token).catch(() => undefined);
  return session && findOperatorOfSession(accounts, session);
}

async function requireReachableTenant(
  db: DatabaseHandle,
  { tid, deletedTenants }: { tid: string; deletedTenants: boolean },
): Promise<void> {
  if (!deletedTenants || !(await isDeletedTenant(db, tid))) await requireTenant(db, tid);
}
