import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { downloadFileID, storedPath } from '../../platform/documents/document.types.ts';
import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import { mediaTypeOf } from '../../platform/documents/media-type.rules.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import type { Platform } from '../../platform/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import {
  cancelFlowDownload,
  downloadName,
  type FlowDownloadState,
  findDownloaded,
  startFlowDownload,
  useFlowDownloads,
} from '../../platform/transfers/flow-downloads.store.ts';
import { readPassphrase } from '../../platform/transfers/passphrase.usecases.ts';

/** Target of a copy: a folder of the device, a recipient the user chooses, or an app that opens it. */
export type HandedTo = 'save' | 'share' | 'open';

type FlowOf = { readonly id: string; readonly title: string };

/** The download of a flow's files to this device and its progress, also if it began before a reload. */
export function useFlowDownload({ id: flowID, title }: FlowOf) {
  const context = useDocumentsContext();
  const client = useQueryClient();
  const tenant = useTenant();
  const tid = tenant?.tid ?? '';
  const tname = tenant?.tname ?? '';
  const state = useFlowDownloads((all) => all[downloadName(context.accountID, { tid, flowID })]);
  const isDone = state?.phase === 'done';
  const { data: before } = useQuery({
    queryKey: ['account', 'downloads', tid, flowID],
    queryFn: async () => {
      const fileID = await findDownloaded(context, { tid, flowID });
      if (fileID === null) return null;
      return {
        fileID,
        passphrase: await readPassphrase(context.platform, context.accountID, { tid, flowID }),
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
  const hand = useCallback(
    async (way: HandedTo) => {
      const { platform, accountID } = context;
      const fileID = downloadFileID(tid, flowID);
      const record = await recentFilesOf(await localDatabase(platform), accountID).find(fileID);
      const files = await platform.files();
      const path = storedPath(accountID, fileID);
      const name = record?.fileWholeName ?? title;
      if (way === 'save') return files.handOut(path, name);
      const isTaken =
        way === 'share' ? files.share(path, name) : files.openElsewhere(path, name, mediaTypeOf(name));
      return (await isTaken) ? 'offered' : 'refused';
    },
    [context, tid, flowID, title],
  );
  const outside = useOutside(context.platform);
  const shown: FlowDownloadState | undefined =
    state ?? (before ? { phase: 'done', fileID: before.fileID } : undefined);
  return { state: shown, passphrase: before?.passphrase ?? null, start, cancel, hand, outside };
}

/** Whether the device can share and open copies besides saving them; known once its files are open. */
function useOutside({ files }: Pick<Platform, 'files'>): boolean {
  const [opens, setOpens] = useState(false);
  useEffect(() => {
    // If the device's files cannot be opened, saving reports it.
    files().then(
      ({ outside }) => setOpens(outside.open),
      () => undefined,
    );
  }, [files]);
  return opens;
}
