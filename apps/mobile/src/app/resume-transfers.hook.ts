import { useEffect } from 'react';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { useTenant } from '../platform/session/index.ts';
import { fetchFileToken } from '../platform/transfers/file-token.usecases.ts';
import { endFlowDownloads, resumeFlowDownloads } from '../platform/transfers/flow-downloads.store.ts';

/** After the sign-in, requests the file service's token (section 4) and resumes unfinished transfers. */
export function useResumeTransfers(): void {
  const context = useDocumentsContext();
  const tid = useTenant()?.tid;
  useEffect(() => {
    if (tid === undefined) return;
    const { api, platform, accountID } = context;
    // A transfer that needs the token requests it again and reports the failure.
    void fetchFileToken({ api, platform, accountID, tid }).catch(() => undefined);
    void resumeFlowDownloads(context, tid).catch(() => undefined);
  }, [context, tid]);
  useEffect(() => endFlowDownloads, []);
}
