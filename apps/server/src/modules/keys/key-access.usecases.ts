import type { KasAlgorithm, PublicKeyResponse, RewrapResponse } from '@sealflow/tdf/kas';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findOnlyTenant, findTenant, type Tenant } from '../tenants/tenants.usecases.ts';
import { tenantOfKeys } from './host-tenant.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { type RewrapParts, rewrap } from './rewrap.usecases.ts';

export type { DocumentRights, FindDocumentRights, RightsQuery } from './document-rights.port.ts';
export { type Opening, openForService } from './open-document.usecases.ts';

export interface PublicKeyAsk {
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
  publicKey(path: TenantPath, request: PublicKeyAsk): Promise<PublicKeyResponse>;
  rewrap(ask: {
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

export interface KeyAccessServiceParts extends RewrapParts {
  readonly publicUrl: () => string;
}

/** The algorithm with which the service itself seals. */
const baseKeyAlgorithm: KasAlgorithm = 'ec:secp256r1';

/** Each method throws `UnknownTenantError` if the tenant does not exist. */
export function keyAccessService(parts: KeyAccessServiceParts): KeyAccessService {
  const serverOf = ({ tid, licenceKeyID }: Tenant) => {
    const uri = keyAccessUrlOf(platformUrlOf(tid, parts.publicUrl()));
    return { id: licenceKeyID, uri, name: tid };
  };
  return {
    publicKey: async (path, { algorithm, fmt }) => {
      const tenant = await tenantAt(parts.handle, path);
      if (fmt && fmt !== 'pkcs8') throw new AccessRefusal('request_invalid');
      const { kid, publicKeyPem } = await parts.keys.wrappingKey(tenant.tid, algorithmOf(algorithm));
      return { kid, publicKey: publicKeyPem };
    },
    rewrap: async ({ path, ...ask }) => {
      const tenant = await (path === null
        ? tenantOfKeys(parts.handle, ask.signedRequestToken)
        : tenantAt(parts.handle, path));
      const namespace = namespaceOf(tenant, parts.publicUrl());
      const { tid, otherClientsAllowed } = tenant;
      return rewrap(parts, { tenant: { tid, namespace, otherClientsAllowed }, ...ask });
    },
    servers: async (path) => {
      const server =
        path === null
          ? { id: '', uri: keyAccessUrlOf(parts.publicUrl()), name: '' }
          : serverOf(await tenantAt(parts.handle, path));
      return { keyAccessServers: [server] };
    },
    configuration: async (path) => {
      const tenant = await (path === null ? findOnlyTenant(parts.handle) : tenantAt(parts.handle, path));
      if (!tenant) return {};
      const { kid, publicKeyPem } = await parts.keys.wrappingKey(tenant.tid, baseKeyAlgorithm);
      const { id, uri } = serverOf(tenant);
      const publicKey = { algorithm: baseKeyAlgorithm, kid, pem: publicKeyPem };
      return { base_key: { kas_id: id, kas_uri: uri, public_key: publicKey } };
    },
  };
}

export class UnknownTenant extends Error {
  override readonly name = 'UnknownTenant';
}

/** The platform URL of OpenTDF clients; each tenant is a platform. */
export const platformUrlOf = (tid: string, publicUrl: string): string => `${publicUrl}/otdf/${tid}`;

/** The namespace of a tenant's policy attributes. */
export const namespaceOf = (tenant: Pick<Tenant, 'tid' | 'namespace'>, publicUrl: string): string =>
  tenant.namespace ?? `${tenant.tid}.${new URL(publicUrl).hostname}`;

async function tenantAt(handle: DatabaseHandle, path: TenantPath): Promise<Tenant> {
  const tenant = await (path === null ? findOnlyTenant(handle) : findTenant(handle, path));
  if (tenant) return tenant;
  throw new UnknownTenant(path === null ? 'the host serves several tenants and the path names none' : 'no such tenant');
}

function algorithmOf(name: string | undefined): KasAlgorithm {
  // OpenTDF's default for clients that name no algorithm.
  if (!name || name === 'rsa:2048') return 'rsa:2048';
  if (name === 'ec:secp256r1') return name;
  throw new AccessRefusal('request_invalid');
}
