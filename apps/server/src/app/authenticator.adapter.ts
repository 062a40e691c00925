import { ServiceError } from '../infra/errors/service.errors.ts';
import type { Authenticator } from '../infra/http/access.port.ts';
import { hasRight } from '../infra/http/rights.rules.ts';
import type { AccountsContext } from '../modules/accounts/accounts.types.ts';
import {
  isOperatorCredential,
  requireOperator,
} from '../modules/accounts/administration/operators.usecases.ts';
import { requireMember, requireSession } from '../modules/accounts/authentication/authentication.usecases.ts';
import { requireFileBearer } from '../modules/files/file-token.usecases.ts';
import { isDeletedTenant, requireTenant } from '../modules/tenants/tenants.usecases.ts';

/** Authorises calls by composing the modules that own sessions, members, files and operators. */
export function createAuthenticator(accounts: AccountsContext): Authenticator {
  const { db } = accounts;
  return {
    account: (token, freshness) => requireSession(accounts, token, freshness),
    member: (token, tid, freshness = 'fresh') => requireMember(accounts, token, { tid, freshness }),
    file: (token) => requireFileBearer(accounts, token),
    operator: async (token) => ({ operatorID: await requireOperator(db, token) }),
    actor: async (token, { tid, right, deletedTenants = false }, freshness = 'fresh') => {
      if (isOperatorCredential(token)) {
        const operatorID = await requireOperator(db, token);
        if (!deletedTenants || !(await isDeletedTenant(db, tid))) await requireTenant(db, tid);
        return { kind: 'operator', tid, operatorID };
      }
      const { session, member } = await requireMember(accounts, token, { tid, freshness });
      if (!hasRight(member, right)) throw new ServiceError('app.no_rights');
      return { kind: 'member', tid, session, member };
    },
  };
}
