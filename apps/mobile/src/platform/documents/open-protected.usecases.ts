import { type ByteSource, type OpenDocument, openDocument, readSealed } from '@sealflow/tdf/reader';
import type { SqlExecutor } from '../ports/sql.port.ts';
import { DocumentError, documentErrorOf } from './document.errors.ts';
import type { DocumentsContext, DocumentTenant } from './document.types.ts';
import { factsOfSealed, tenantOf } from './file-facts.usecases.ts';
import { obtainKeys } from './licence.usecases.ts';
import { licencesOf } from './licences.repository.ts';

export type ProtectedDocument = {
  readonly opened: OpenDocument;
  readonly tenant: DocumentTenant;
  readonly leaseEnd: number | null;
  readonly mayCopy: boolean;
  readonly mayCapture: boolean;
  readonly watermarked: boolean;
};

/**
 * Opens a protected file: finds its tenant, obtains the keys, verifies. Null for a plain file.
 * @throws DocumentError `noTenant` for an account without a tenant, `otherTenant` if the file belongs to none of
 * them.
 */
export async function openProtected(request: {
  readonly context: DocumentsContext;
  readonly sql: SqlExecutor;
  readonly source: ByteSource;
  readonly signal?: AbortSignal | undefined;
}): Promise<ProtectedDocument | null> {
  const { context, sql, source, signal } = request;
  const sealed = await readSealed(source, signal);
  if (!sealed) return null;
  const facts = factsOfSealed(context, sealed);
  const tenant = tenantOf(context.tenants, facts.key);
  if (!tenant) throw new DocumentError(context.tenants.length === 0 ? 'noTenant' : 'otherTenant');
  const licensed = obtainKeys({
    context,
    licences: licencesOf(sql, context.accountID),
    tenant,
    sealed,
    documentID: facts.documentId ?? '',
    signal,
  });
  const { keys, ...terms } = await licensed.catch((error: unknown) => {
    signal?.throwIfAborted();
    throw documentErrorOf(error, { tid: tenant.id });
  });
  const opened = await openDocument({ source: sealed, keys, ...(signal ? { signal } : {}) });
  return { opened, tenant, ...terms };
}
