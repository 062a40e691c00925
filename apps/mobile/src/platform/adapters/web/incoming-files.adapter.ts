import { safeFileName } from '@sealflow/domain/file-names';
import type { IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import { createIncomingQueue } from '../incoming-queue.adapter.ts';
import { toPickedFile } from './picker.adapter.ts';

type LaunchQueue = {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
};

/** Files that the system opens with the installed app; other browsers have no launch queue, so no file arrives. */
export function createWebIncomingFiles(
  queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue,
): IncomingFilesPort {
  const arrivals = createIncomingQueue();
  queue?.setConsumer(({ files }) => {
    if (files.length === 0) return;
    const opening = files.map(async (handle) => toPickedFile(await handle.getFile()));
    void Promise.allSettled(opening).then((opened) =>
      arrivals.enqueue({
        files: opened.flatMap((file) =>
          file.status === 'fulfilled'
            ? { ...file.value, name: safeFileName(file.value.name), release: async () => undefined }
            : [],
        ),
        problems: opened.some(({ status }) => status === 'rejected') ? ['unreadable'] : [],
      }),
    );
  });
  return arrivals;
}
