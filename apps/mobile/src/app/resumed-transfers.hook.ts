import { useEffect } from 'react';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { useTenant } from '../platform/session/index.ts';
import { fetchFileToken } from '../platform/transfers/file-token.usecases.ts';
import { endFlowDownloads, resumeFlowDownloads } from '../platform/transfers/flow-downloads.store.ts';

/** After the sign-in the file service's token is asked for (section 4), and what was under way goes on. */
export function useResumedTransfers(): void {
  const context = useDocumentsContext();
  const tid = useTenant()?.tid;
  useEffect(() => {
    if (tid === undefined) return;
    const { api, platform, accountID } = context;
    // Whoever needs the token asks again, and says then what is wrong.
    void fetchFileToken({ api, platform, accountID, tid }).catch(() => undefined);
    void resumeFlowDownloads(context, tid).catch(() => undefined);
  }, [context, tid]);
  useEffect(() => endFlowDownloads, []);
}
