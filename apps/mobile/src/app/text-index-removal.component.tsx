import { useEffect } from 'react';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { useSignedIn } from '../platform/session/index.ts';
import { useRefreshDocuments } from '../shell/refresh-documents.hook.ts';

/** Deletes the index of the text of an organisation's documents once the organisation has switched the index off. */
export function TextIndexRemoval() {
  const { platform, accountID } = useDocumentsContext();
  const { tenant, user } = useSignedIn();
  const refresh = useRefreshDocuments();
  const unwantedTid = tenant !== null && user?.fullTextSearch === false ? tenant.tid : null;
  useEffect(() => {
    if (unwantedTid === null) return;
    const remove = async () => {
      const { deleteDocumentTexts } = await import('../platform/search/document-text.usecases.ts');
      await deleteDocumentTexts({ platform, accountID }, unwantedTid);
      await refresh();
    };
    // A failed removal is repeated at the next start.
    void remove().catch(() => undefined);
  }, [unwantedTid, platform, accountID, refresh]);
  return null;
}
