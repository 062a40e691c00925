import { parseRequestToken } from '@sealflow/tdf/keys';
import { licenceKeyIdOf } from '@sealflow/tdf/reader';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findOnlyTenant, findTenantByLicenceKey, type Tenant } from '../tenants/tenants.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { unsignedRewrapRequest } from './rewrap-request.schemas.ts';

/**
 * The tenant of a rewrap request at the host's root, where clients send it that cut the path off a key access URL. The key ids
 * of the request name the tenant, and all of them the same one. A request without key ids has a tenant only on a host of one
 * tenant. Nothing is granted by this: the caller, the keys and the policy are checked against the tenant afterwards.
 *
 * @throws AccessRefusal `key_unknown` where no tenant has the keys; `request_invalid` where they are of several tenants.
 */
export async function tenantOfKeys(handle: DatabaseHandle, signedRequestToken: string): Promise<Tenant> {
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
  const body = unsignedRewrapRequest.safeParse(requestIn(signedRequestToken));
  if (!body.success) throw new AccessRefusal('request_invalid');
  const entries = body.data.requests.flatMap(({ keyAccessObjects }) => keyAccessObjects);
  const kids = entries.flatMap(({ keyAccessObject: { kid } }) => (kid === undefined ? [] : [kid]));
  return [...new Set(kids.map(licenceKeyIdOf))];
}

function requestIn(token: string): unknown {
  try {
    return parseRequestToken(token).request;
  } catch {
    return undefined;
  }
}
