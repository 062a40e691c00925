import type { Api } from '../api/index.ts';
import type { PrintPermission } from './document.types.ts';

/**
 * Records a print before it begins, so that no print is without a record. There is no queue for later: the user could delete it
 * before it is sent.
 * @throws ApiError, also if the organisation allows printing no longer.
 */
export async function recordPrint(
  api: Api,
  { permission, pages }: { readonly permission: PrintPermission; readonly pages: number },
  signal: AbortSignal,
): Promise<void> {
  const { tid, documentID, licenceIssuedAt } = permission;
  await api.call('POST /api/v1/tenants/{tid}/user-documents/{documentID}/actions/print', {
    params: { tid, documentID },
    body: { pages, licenceIssuedAt },
    signal,
  });
}
