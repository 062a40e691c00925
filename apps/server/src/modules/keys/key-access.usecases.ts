import type { KasAlgorithm, PublicKeyResponse, RewrapResponse } from '@sealflow/tdf/kas';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findTenant, type Tenant } from '../tenants/tenants.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { type RewrapParts, rewrap } from './rewrap.usecases.ts';

export type { DocumentRights, FindDocumentRights, RightsQuery } from './document-rights.port.ts';
export { type Opening, openForService } from './open-document.usecases.ts';

export interface PublicKeyAsk {
  readonly algorithm?: string | undefined;
  readonly fmt?: string | undefined;
}

/** What a key access service says of itself, and what it does, by tenant. */
export interface KeyAccessService {
  publicKey(tid: string, request: PublicKeyAsk): Promise<PublicKeyResponse>;
  rewrap(ask: {
    tid: string;
    bearer: string | undefined;
    signedRequestToken: string;
    additionalContext: string | undefined;
  }): Promise<RewrapResponse>;
  servers(tid: string): Promise<{ keyAccessServers: { id: string; uri: string; name: string }[] }>;
}

export interface KeyAccessServiceParts extends RewrapParts {
  readonly publicUrl: () => string;
}

/** Each method throws `UnknownTenant` where there is no such tenant. */
export function keyAccessService(parts: KeyAccessServiceParts): KeyAccessService {
  return {
    publicKey: async (tid, { algorithm, fmt }) => {
      const tenant = await tenantOf(parts.handle, tid);
      if (fmt && fmt !== 'pkcs8') throw new AccessRefusal('request_invalid');
      const { kid, publicKeyPem } = await parts.keys.wrappingKey(tenant.tid, algorithmOf(algorithm));
      return { kid, publicKey: publicKeyPem };
    },
    rewrap: async ({ tid, ...ask }) => {
      const tenant = await tenantOf(parts.handle, tid);
      const namespace = namespaceOf(tenant, parts.publicUrl());
      const { otherClientsAllowed } = tenant;
      return rewrap(parts, { tenant: { tid, namespace, otherClientsAllowed }, ...ask });
    },
    servers: async (tid) => {
      const tenant = await tenantOf(parts.handle, tid);
      const uri = keyAccessUrlOf(platformUrlOf(tid, parts.publicUrl()));
      return { keyAccessServers: [{ id: tenant.licenceKeyID, uri, name: tid }] };
    },
  };
}

export class UnknownTenant extends Error {
  override readonly name = 'UnknownTenant';
}

/** What OpenTDF clients call the platform: each tenant is one. */
export const platformUrlOf = (tid: string, publicUrl: string): string => `${publicUrl}/otdf/${tid}`;

/** The namespace of a tenant's policy attributes. */
export const namespaceOf = (tenant: Pick<Tenant, 'tid' | 'namespace'>, publicUrl: string): string =>
  tenant.namespace ?? `${tenant.tid}.${new URL(publicUrl).hostname}`;

async function tenantOf(handle: DatabaseHandle, tid: string): Promise<Tenant> {
  const tenant = await findTenant(handle, tid);
  if (!tenant) throw new UnknownTenant();
  return tenant;
}

function algorithmOf(name: string | undefined): KasAlgorithm {
  // OpenTDF's own default, for clients that ask for none.
  if (!name || name === 'rsa:2048') return 'rsa:2048';
  if (name === 'ec:secp256r1') return name;
  throw new AccessRefusal('request_invalid');
}
