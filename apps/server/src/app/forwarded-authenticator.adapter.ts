import { ServiceError } from '../infra/errors/service.errors.ts';
import type { Authenticator } from '../infra/http/access.port.ts';
import { hasRight } from '../infra/http/rights.rules.ts';
import {
  type ForwardedCallServices,
  requireForwardedBearer,
  requireForwardedMember,
} from '../modules/forwarding/forwarded-member.usecases.ts';

/** The authenticator of a server with trusted hosts: accepts the tokens of those hosts as well as its own. */
export function withForwardedTokens(
  authenticator: Authenticator,
  context: ForwardedCallServices,
): Authenticator {
  const { hostTokens } = context;
  return {
    ...authenticator,
    member: (token, tid, freshness) =>
      hostTokens.isFromHost(token)
        ? requireForwardedMember(context, token, tid)
        : authenticator.member(token, tid, freshness),
    file: (token) =>
      hostTokens.isFromHost(token) ? requireForwardedBearer(context, token) : authenticator.file(token),
    actor: async (token, requirement, freshness) => {
      if (!hostTokens.isFromHost(token)) return authenticator.actor(token, requirement, freshness);
      const { session, member } = await requireForwardedMember(context, token, requirement.tid);
      if (!hasRight(member, requirement.right)) throw new ServiceError('app.no_rights');
      return { kind: 'member', tid: requirement.tid, session, member };
    },
  };
}
