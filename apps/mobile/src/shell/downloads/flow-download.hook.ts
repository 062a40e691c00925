import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { passphraseKey } from '../../platform/database/flow-downloads.repository.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { downloadFileID, storedPath } from '../../platform/documents/document.types.ts';
import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import { mediaTypeOf } from '../../platform/documents/media-type.rules.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import type { Platform } from '../../platform/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import {
  cancelFlowDownload,
  downloadKey,
  type FlowDownloadState,
  findDownloaded,
  startFlowDownload,
  useFlowDownloads,
} from '../../platform/transfers/flow-downloads.store.ts';

/** Target of a copy: a folder of the device, a recipient the user chooses, or an app that opens it. */
export type CopyTarget = 'save' | 'share' | 'open';

type FlowRef = { readonly id: string; readonly title: string };

/** The download of a flow's files to this device and its progress, also if it began before a reload. */
export function useFlowDownload({ id: flowID, title }: FlowRef) {
  const context = useDocumentsContext();
  const client = useQueryClient();
  const tenant = useTenant();
  const tid = tenant?.tid ?? '';
  const tname = tenant?.tname ?? '';
  const state = useFlowDownloads((all) => all[downloadKey(context.accountID, { tid, flowID })]);
  const isDone = state?.phase === 'done';
  const { data: stored } = useQuery({
    queryKey: ['account', 'downloads', tid, flowID],
    queryFn: async () => {
      const fileID = await findDownloaded(context, { tid, flowID });
      if (fileID === null) return null;
      return {
        fileID,
        passphrase: await context.platform.secrets.get(passphraseKey(context.accountID, { tid, flowID })),
      };
    },
    staleTime: 0,
  });
  useEffect(() => {
    if (!isDone) return;
    void client.invalidateQueries({ queryKey: ['account', 'downloads', tid, flowID] });
    void client.invalidateQueries({ queryKey: ['account', 'documents'] });
    // The receipt of the download may have completed the user's task.
    void client.invalidateQueries({ queryKey: ['tenant', tid, 'work'] });
  }, [isDone, client, tid, flowID]);
  const start = useCallback(
    () => void startFlowDownload(context, { tid, tname, flowID, flowName: title }),
    [context, tid, tname, flowID, title],
  );
  const cancel = useCallback(
    () => void cancelFlowDownload(context, { tid, flowID }).catch(() => undefined),
    [context, tid, flowID],
  );
  const exportCopy = useCallback(
    async (target: CopyTarget) => {
      const { platform, accountID } = context;
      const fileID = downloadFileID(tid, flowID);
      const record = await recentFilesOf(await localDatabase(platform), accountID).find(fileID);
      const files = await platform.files();
      const path = storedPath(accountID, fileID);
      const name = record?.fileWholeName ?? title;
      if (target === 'save') return files.exportCopy(path, name);
      const isAccepted =
        target === 'share' ? files.share(path, name) : files.openInOtherApp(path, name, mediaTypeOf(name));
      return (await isAccepted) ? 'offered' : 'refused';
    },
    [context, tid, flowID, title],
  );
  const outside = useCanOpenOutside(context.platform);
  const shownState: FlowDownloadState | undefined =
    state ?? (stored ? { phase: 'done', fileID: stored.fileID } : undefined);
  return { state: shownState, passphrase: stored?.passphrase ?? null, start, cancel, exportCopy, outside };
}

/** Whether the device can share and open copies besides saving them; known once its files are open. */
function useCanOpenOutside({ files }: Pick<Platform, 'files'>): boolean {
  const [canOpen, setCanOpen] = useState(false);
  useEffect(() => {
    // If the device's files cannot be opened, saving reports it.
    files().then(
      ({ externalApps }) => setCanOpen(externalApps.open),
      () => undefined,
    );
  }, [files]);
  return canOpen;
}
