import { limits } from '@sealflow/domain/limits';
import { localDatabase } from '../database/local-database.adapter.ts';
import type { DocumentsContext } from './document.types.ts';
import { licencesOf } from './licences.repository.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

async function withdrawnOf(
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

/**
 * Gives up the licences of documents that were withdrawn since: at the next contact with the service, not only when such a
 * document is opened again.
 * @throws ApiError; StorageError; the signal's reason.
 */
export async function dropWithdrawn(context: DocumentsContext, signal?: AbortSignal): Promise<void> {
  const licences = licencesOf(await localDatabase(context.platform), context.accountID);
  const limit = limits.list.most;
  for (const { id: tid } of context.tenants) {
    let after = '';
    for (;;) {
      const documentIDs = await licences.documentsOf(tid, { after, limit });
      const last = documentIDs.at(-1);
      if (last === undefined) break;
      // Another make may name its documents otherwise; the service knows none of those.
      const known = documentIDs.filter((documentID) => uuid.test(documentID));
      for (const documentID of known.length === 0 ? [] : await withdrawnOf(context, { tid, known }, signal))
        await licences.forget(documentID);
      if (documentIDs.length < limit) break;
      after = last;
    }
  }
}
