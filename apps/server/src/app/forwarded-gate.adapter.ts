import { ServiceError } from '../infra/errors/service.errors.ts';
import type { Gate } from '../infra/http/access.port.ts';
import { holds } from '../infra/http/rights.adapter.ts';
import {
  type ForwardedParts,
  requireForwardedBearer,
  requireForwardedMember,
} from '../modules/forwarding/forwarded-member.usecases.ts';

/** The authenticator of a server with trusted hosts: accepts the tokens of those hosts as well as its own. */
export function withForwarded(gate: Gate, parts: ForwardedParts): Gate {
  const { hostTokens } = parts;
  return {
    ...gate,
    member: (token, tid, admission) =>
      hostTokens.isTheirs(token)
        ? requireForwardedMember(parts, token, tid)
        : gate.member(token, tid, admission),
    file: (token) => (hostTokens.isTheirs(token) ? requireForwardedBearer(parts, token) : gate.file(token)),
    actor: async (token, ask, admission) => {
      if (!hostTokens.isTheirs(token)) return gate.actor(token, ask, admission);
      const { session, member } = await requireForwardedMember(parts, token, ask.tid);
      if (!holds(member, ask.right)) throw new ServiceError('app.no_rights');
      return { kind: 'member', tid: ask.tid, session, member };
    },
  };
}
