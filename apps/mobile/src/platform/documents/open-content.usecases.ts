import { type ByteSource, type OpenDocument, openDocument, readSealed } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.compose.ts';
import { DocumentError, withDocumentErrors } from './document.errors.ts';
import { type AccessTerms, type DocumentsContext, plainTerms } from './document.types.ts';
import { factsOfSealed, tenantOf } from './file-facts.usecases.ts';
import { obtainKeys } from './licence.usecases.ts';
import { licencesOf } from './licences.repository.ts';

export type OpenedContent = {
  /** Plain bytes, each verified before it is returned. */
  readonly content: ByteSource;
  readonly terms: AccessTerms;
  /** The verified header; null for a plain file. */
  readonly header: Pick<OpenDocument, 'facts' | 'name'> | null;
};

type OpenOptions = {
  /**
   * False for another form of a document: the device stores one licence for each document, which opens the original without a
   * network.
   */
  readonly keepsLicence?: boolean;
};

/**
 * Opens a file. A protected one is decrypted: finds its tenant, obtains the keys, verifies.
 * @throws DocumentError `noTenant` for an account without a tenant, `otherTenant` if the file belongs to none of
 * them.
 */
export async function openContent(
  context: DocumentsContext,
  source: ByteSource,
  signal?: AbortSignal,
  { keepsLicence = true }: OpenOptions = {},
): Promise<OpenedContent> {
  const sealed = await readSealed(source, signal);
  if (!sealed) return { content: source, terms: plainTerms, header: null };
  const facts = factsOfSealed(context, sealed);
  const tenant = tenantOf(context.tenants, facts.key);
  if (!tenant) throw new DocumentError(context.tenants.length === 0 ? 'noTenant' : 'otherTenant');
  const stored = licencesOf(await localDatabase(context.platform), context.accountID);
  const licences = keepsLicence
    ? stored
    : { ...stored, find: async () => null, upsert: async () => undefined };
  const documentID = facts.documentId ?? '';
  const { keys, terms } = await withDocumentErrors(
    () => obtainKeys({ context, licences, tenant, sealed, documentID, signal }),
    { signal, tid: tenant.id },
  );
  const { bytes, ...header } = await openDocument({ source: sealed, keys, ...(signal ? { signal } : {}) });
  return { content: bytes, terms, header };
}
