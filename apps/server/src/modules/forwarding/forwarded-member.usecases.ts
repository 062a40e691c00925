import type { DatabaseConnection } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, FileBearer, Member } from '../../infra/http/access.port.ts';
import { requirePerson } from '../accounts/authentication/authentication.usecases.ts';
import type { HostTokens } from './host-tokens.client.ts';

export interface ForwardedCallServices {
  readonly pool: DatabaseConnection['pool'];
  readonly hostTokens: HostTokens;
}

/**
 * Identifies the person of a forwarded call as a member of this server. The rights stored here decide, not the host's
 * claims.
 * @throws ServiceError if the token is not signed by the host for this server and tenant, or the person is not a
 * member.
 */
export async function requireForwardedMember(
  services: ForwardedCallServices,
  token: string,
  tid: string,
): Promise<{ session: AccountSession; member: Member }> {
  const claims = await services.hostTokens.verify(token, 'forwarded');
  if (claims.tid !== tid) throw new ServiceError('login.tenant_access_denied');
  const { aid, member } = await requirePerson(services, claims);
  return { session: { aid, sid: `host:${claims.jti}`, jti: claims.jti, device: null }, member };
}

/** The same for a call to the file service. */
export async function requireForwardedBearer(
  services: ForwardedCallServices,
  token: string,
): Promise<FileBearer> {
  const claims = await services.hostTokens.verify(token, 'forwarded-files');
  const { aid, member } = await requirePerson(services, claims);
  return { aid, tid: member.tid, fid: member.fid };
}
