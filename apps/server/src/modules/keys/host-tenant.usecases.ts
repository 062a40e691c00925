import { parseRequestToken } from '@sealflow/tdf/keys';
import { licenceKeyIdOf } from '@sealflow/tdf/reader';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findOnlyTenant, findTenantByLicenceKey, type Tenant } from '../tenants/tenants.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { unsignedRewrapRequest } from './rewrap-request.schemas.ts';

/**
 * The tenant of a rewrap request at the host's root, which clients call that drop the path of a key access URL. All
 * key ids of the request must belong to one tenant. A request without key ids is accepted only on a host with a
 * single tenant. This grants nothing: caller, keys and policy are checked against the tenant afterwards.
 *
 * @throws AccessRefusal `key_unknown` if no tenant has the keys; `request_invalid` if they belong to several tenants.
 */
export async function requireTenantByKeyIDs(
  handle: DatabaseHandle,
  signedRequestToken: string,
): Promise<Tenant> {
  const [licenceKeyID, ...others] = licenceKeyIDsIn(signedRequestToken);
  if (others.length > 0) throw new AccessRefusal('request_invalid');
  const tenant =
    licenceKeyID === undefined
      ? await findOnlyTenant(handle)
      : await findTenantByLicenceKey(handle, licenceKeyID);
  if (!tenant) throw new AccessRefusal('key_unknown');
  return tenant;
}

function licenceKeyIDsIn(signedRequestToken: string): string[] {
  const body = unsignedRewrapRequest.safeParse(parseRequest(signedRequestToken));
  if (!body.success) throw new AccessRefusal('request_invalid');
  const entries = body.data.requests.flatMap(({ keyAccessObjects }) => keyAccessObjects);
  const kids = entries.flatMap(({ keyAccessObject: { kid } }) => (kid === undefined ? [] : [kid]));
  return [...new Set(kids.map(licenceKeyIdOf))];
}

function parseRequest(token: string): unknown {
  try {
    return parseRequestToken(token).request;
  } catch {
    return undefined;
  }
}
