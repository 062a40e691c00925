import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useEffect } from 'react';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import type { PreviewDocument } from '../layer/preview.hook.ts';
import { whenIdle } from './when-idle.util.ts';

/** The first page, and what the reader does next, have the device to themselves. */
const indexDelayMs = 2_000;

/**
 * Indexes the text of the open document for the search, unless the organisation does not want that. A document that is closed
 * early is indexed when it is opened again.
 */
export function useTextIndex(viewer: OpenViewer | null, document: PreviewDocument): void {
  const { platform, accountID } = useDocumentsContext();
  const { tenant, user } = useSignedIn();
  const { record, documentID, tenant: documentTenant } = document;
  const fileID = record?.fileID;
  const search = viewer?.search;
  const documentTid = documentTenant?.id ?? null;
  // The setting of another organisation is unknown.
  const isAllowed = user?.fullTextSearch !== false && (documentTid === null || documentTid === tenant?.tid);
  useEffect(() => {
    if (search === undefined || fileID === undefined || !isAllowed) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const index = async () => {
      const { indexDocument } = await import('../../../platform/search/document-text.usecases.ts');
      await whenIdle();
      signal.throwIfAborted();
      const readText = (maxCharacters: number) => search.readText({ maxCharacters, signal });
      const indexed = { fileID, documentID, tid: documentTid };
      await indexDocument({ platform, accountID }, indexed, { readText, whenIdle, signal });
    };
    // Without an index, the document is found by its name only.
    const timer = setTimeout(() => void index().catch(() => undefined), indexDelayMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [search, fileID, documentID, documentTid, isAllowed, platform, accountID]);
}
