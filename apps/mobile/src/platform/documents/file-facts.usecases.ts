import { type ByteSource, type DocumentFacts, inspect } from '@sealflow/tdf/reader';
import type { DocumentsContext, DocumentTenant } from './document.types.ts';

/**
 * What is known of a file before it is opened. `key` is that of the first entry for one of the account's tenants; where
 * there is none, the first of all, so that the record still says whose file it is.
 */
export async function factsFor(
  context: Pick<DocumentsContext, 'tenants'>,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<DocumentFacts> {
  const options = signal ? { signal } : {};
  const known = { keyIds: context.tenants.map(({ key }) => key) };
  const facts = await inspect(source, { ...options, known });
  return facts.encrypted && facts.key === null ? inspect(source, options) : facts;
}

/** The tenant whose licence key a file's `key` names (specification section 4, file open). */
export const tenantOf = (tenants: readonly DocumentTenant[], key: string | null): DocumentTenant | null =>
  tenants.find((tenant) => tenant.key === key) ?? null;
