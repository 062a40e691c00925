import { limits } from '@sealflow/domain/limits';
import { localDatabase } from '../database/local-database.compose.ts';
import type { DocumentsContext } from './document.types.ts';
import { type Licences, licencesOf } from './licences.repository.ts';

type ShownDocument = {
  readonly tid: string;
  readonly documentID: string;
  readonly onWithdrawn: () => void;
};

const shownDocuments = new Set<ShownDocument>();

/**
 * Calls `onWithdrawn` when the service reports a document that is shown as withdrawn.
 * @returns a function that stops watching.
 */
export function watchWithdrawal(shown: ShownDocument): () => void {
  shownDocuments.add(shown);
  return () => void shownDocuments.delete(shown);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

async function findWithdrawn(
  { api }: DocumentsContext,
  { tid, known }: { readonly tid: string; readonly known: readonly string[] },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { data } = await api.call('POST /api/v1/tenants/{tid}/user-documents/actions/find-withdrawn', {
    params: { tid },
    body: { documentIDs: [...known] },
    ...(signal ? { signal } : {}),
  });
  return data.documentIDs;
}

async function deleteWithdrawnOfTenant(
  context: DocumentsContext,
  { licences, tid }: { readonly licences: Licences; readonly tid: string },
  signal?: AbortSignal,
): Promise<void> {
  const limit = limits.list.maxPageSize;
  const shown = Array.from(shownDocuments).filter((one) => one.tid === tid);
  const check = async (documentIDs: readonly string[]) => {
    // Files of other vendors may have other ids; the service knows none of those.
    const known = documentIDs.filter((documentID) => uuid.test(documentID));
    const withdrawn = known.length === 0 ? [] : await findWithdrawn(context, { tid, known }, signal);
    for (const documentID of withdrawn) {
      for (const one of shown) if (one.documentID === documentID) one.onWithdrawn();
      await licences.delete(documentID);
    }
  };
  // Another tab of the browser may have deleted the licence of a document that is shown in this one.
  const withoutLicence = new Set(shown.map(({ documentID }) => documentID));
  for (let after = ''; ; ) {
    const documentIDs = await licences.listDocumentIds(tid, { after, limit });
    await check(documentIDs);
    for (const documentID of documentIDs) withoutLicence.delete(documentID);
    const last = documentIDs.at(-1);
    if (last === undefined || documentIDs.length < limit) break;
    after = last;
  }
  await check([...withoutLicence]);
}

/**
 * Deletes the licences of withdrawn documents at the next contact with the service, not only when such a document is
 * opened again, and closes those that are shown. A tenant that fails does not stop the others.
 * @throws ApiError; StorageError; the signal's reason.
 */
export async function deleteWithdrawnLicences(
  context: DocumentsContext,
  signal?: AbortSignal,
): Promise<void> {
  const licences = licencesOf(await localDatabase(context.platform), context.accountID);
  const results = await Promise.allSettled(
    context.tenants.map(({ id: tid }) => deleteWithdrawnOfTenant(context, { licences, tid }, signal)),
  );
  for (const one of results) if (one.status === 'rejected') throw one.reason;
}
