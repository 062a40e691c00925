import {
  type ByteSource,
  type DocumentFacts,
  factsOf,
  plainFacts,
  readSealed,
  type SealedFile,
} from '@sealflow/tdf/reader';
import { type DocumentsContext, type DocumentTenant, platformUrlOf } from './document.types.ts';

type Tenants = Pick<DocumentsContext, 'tenants' | 'host'>;

/** Facts about a file before it is opened. */
export async function factsFor(
  context: Tenants,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<DocumentFacts> {
  const sealed = await readSealed(source, signal);
  return sealed ? factsOfSealed(context, sealed) : plainFacts(source.size);
}

/**
 * The facts of a protected file. `key` is that of the first entry for one of the account's tenants; without one, of
 * the first entry, so that the record still names the file's tenant.
 */
export function factsOfSealed(context: Tenants, { manifest, size }: SealedFile): DocumentFacts {
  const facts = factsOf(manifest, size, knownTenants(context));
  return facts.key === null ? factsOf(manifest, size) : facts;
}

// An entry without a kid names its tenant by the address only; the address is compared and never called.
const knownTenants = (context: Tenants) =>
  context.tenants.map((tenant) => ({ keyId: tenant.key, base: platformUrlOf(context, tenant) }));

/** The tenant whose licence key a file's `key` names (specification section 4, file open). */
export const tenantOf = (tenants: readonly DocumentTenant[], key: string | null): DocumentTenant | null =>
  tenants.find((tenant) => tenant.key === key) ?? null;
