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
    assertSteppedUp: async (token) => {
      // The session of a host's token is at the host.
      if (hostTokens.isFromHost(token)) throw new ServiceError('login.step_up_required');
      await authenticator.assertSteppedUp(token);
    },
    actor: async (token, requirement, freshness) => {
      if (!hostTokens.isFromHost(token)) return authenticator.actor(token, requirement, freshness);
      const { session, member } = await requireForwardedMember(context, token, requirement.tid);
      if (!hasRight(member, requirement.right)) throw new ServiceError('app.no_rights');
      return { kind: 'member', tid: requirement.tid, session, member };
    },
  };
}
