import type { KasAlgorithm, PublicKeyResponse, RewrapResponse } from '@sealflow/tdf/kas';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findOnlyTenant, findTenant, type Tenant } from '../tenants/tenants.usecases.ts';
import { requireTenantByKeyIDs } from './host-tenant.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { type RewrapServices, rewrap } from './rewrap.usecases.ts';

export type { DocumentRights, FindDocumentRights, RightsQuery } from './document-rights.port.ts';
export { type Opening, openForService } from './open-document.usecases.ts';

export interface PublicKeyParameters {
  readonly algorithm?: string | undefined;
  readonly fmt?: string | undefined;
}

/**
 * How a call names the tenant: the `{tid}` of `/otdf/{tid}`, or null at the host's root. Some clients drop the path
 * of the addresses they are given (the Go SDK for key access, the Java SDK always) and therefore call the root.
 */
export type TenantPath = string | null;

/** The calls of a key access service, by tenant. */
export interface KeyAccessService {
  publicKey(path: TenantPath, request: PublicKeyParameters): Promise<PublicKeyResponse>;
  rewrap(call: {
    path: TenantPath;
    bearer: string | undefined;
    signedRequestToken: string;
    additionalContext: string | undefined;
  }): Promise<RewrapResponse>;
  /** At the host's root it returns only the root, so that no caller learns the tenants of a host. */
  servers(path: TenantPath): Promise<{ keyAccessServers: { id: string; uri: string; name: string }[] }>;
  /**
   * The well-known configuration. It contains the base key, except at the root of a host without exactly one tenant.
   */
  configuration(path: TenantPath): Promise<{ base_key?: BaseKey }>;
}

/** The key that clients wrap with by default; field names as in OpenTDF's well-known configuration. */
export interface BaseKey {
  kas_id: string;
  kas_uri: string;
  public_key: { algorithm: KasAlgorithm; kid: string; pem: string };
}

export interface KeyAccessServiceOptions extends RewrapServices {
  readonly publicUrl: () => string;
}

/** The algorithm with which the service itself seals. */
const baseKeyAlgorithm: KasAlgorithm = 'ec:secp256r1';

/** Each method throws `UnknownTenantError` if the tenant does not exist. */
export function createKeyAccessService(options: KeyAccessServiceOptions): KeyAccessService {
  const serverOf = ({ tid, licenceKeyID }: Tenant) => {
    const uri = keyAccessUrlOf(platformUrlOf(tid, options.publicUrl()));
    return { id: licenceKeyID, uri, name: tid };
  };
  return {
    publicKey: async (path, { algorithm, fmt }) => {
      const tenant = await requireTenantAt(options.handle, path);
      if (fmt && fmt !== 'pkcs8') throw new AccessRefusal('request_invalid');
      const { kid, publicKeyPem } = await options.keys.wrappingKey(tenant.tid, parseAlgorithm(algorithm));
      return { kid, publicKey: publicKeyPem };
    },
    rewrap: async ({ path, ...call }) => {
      const tenant = await (path === null
        ? requireTenantByKeyIDs(options.handle, call.signedRequestToken)
        : requireTenantAt(options.handle, path));
      const namespace = namespaceOf(tenant, options.publicUrl());
      const { tid, otherClientsAllowed } = tenant;
      return rewrap(options, { tenant: { tid, namespace, otherClientsAllowed }, ...call });
    },
    servers: async (path) => {
      const server =
        path === null
          ? { id: '', uri: keyAccessUrlOf(options.publicUrl()), name: '' }
          : serverOf(await requireTenantAt(options.handle, path));
      return { keyAccessServers: [server] };
    },
    configuration: async (path) => {
      const tenant = await (path === null
        ? findOnlyTenant(options.handle)
        : requireTenantAt(options.handle, path));
      if (!tenant) return {};
      const { kid, publicKeyPem } = await options.keys.wrappingKey(tenant.tid, baseKeyAlgorithm);
      const { id, uri } = serverOf(tenant);
      const publicKey = { algorithm: baseKeyAlgorithm, kid, pem: publicKeyPem };
      return { base_key: { kas_id: id, kas_uri: uri, public_key: publicKey } };
    },
  };
}

export class UnknownTenantError extends Error {
  override readonly name = 'UnknownTenant';
}

/** The platform URL of OpenTDF clients; each tenant is a platform. */
export const platformUrlOf = (tid: string, publicUrl: string): string => `${publicUrl}/otdf/${tid}`;

/** The namespace of a tenant's policy attributes. */
export const namespaceOf = (tenant: Pick<Tenant, 'tid' | 'namespace'>, publicUrl: string): string =>
  tenant.namespace ?? `${tenant.tid}.${new URL(publicUrl).hostname}`;

async function requireTenantAt(handle: DatabaseHandle, path: TenantPath): Promise<Tenant> {
  const tenant = await (path === null ? findOnlyTenant(handle) : findTenant(handle, path));
  if (tenant) return tenant;
  throw new UnknownTenantError(path === null ? 'several tenants and none named' : 'no such tenant');
}

function parseAlgorithm(name: string | undefined): KasAlgorithm {
  // OpenTDF's default for clients that name no algorithm.
  if (!name || name === 'rsa:2048') return 'rsa:2048';
  if (name === 'ec:secp256r1') return name;
  throw new AccessRefusal('request_invalid');
}
