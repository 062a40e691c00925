import { registerPlugin } from '@capacitor/core';
import { safeFileName } from '@sealflow/domain/file-names';
import type { IncomingFile, IncomingFilesPlugin } from '@sealflow/native-shell';
import { fromBase64 } from '@sealflow/tdf/base64';
import type { ArrivedFile, IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { createIncomingQueue } from '../incoming-queue.adapter.ts';

const IncomingFiles = registerPlugin<IncomingFilesPlugin>('IncomingFiles');

/** Bytes cross the bridge as base64 in one piece; the native side returns no more per call. */
const maxReadBytes = 1024 * 1024;

async function read(id: string, offset: number, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let receivedBytes = 0;
  while (receivedBytes < length) {
    const request = {
      id,
      offset: offset + receivedBytes,
      length: Math.min(maxReadBytes, length - receivedBytes),
    };
    const { data } = await IncomingFiles.read(request).catch((error: unknown) =>
      Promise.reject(new StorageError('storage.not_found', { cause: error })),
    );
    const part = fromBase64(data);
    if (part.length === 0) break;
    parts.push(part);
    receivedBytes += part.length;
  }
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const whole = new Uint8Array(receivedBytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const toArrivedFile = ({ id, name, size }: IncomingFile): ArrivedFile => ({
  name: safeFileName(name),
  size,
  modifiedAt: Date.now(),
  read: (offset, length) => read(id, offset, length),
  release: () => IncomingFiles.release({ id }),
});

/** The inbox of the native side, which stores files that arrive while the app is not running. */
export function createCapacitorIncomingFiles(): IncomingFilesPort {
  const queue = createIncomingQueue();
  const queuedIds = new Set<string>();
  const checkInbox = async () => {
    const { files, problems } = await IncomingFiles.pending();
    const fresh = files.filter(({ id }) => !queuedIds.has(id));
    for (const { id } of fresh) queuedIds.add(id);
    if (fresh.length > 0 || problems.length > 0) queue.enqueue({ files: fresh.map(toArrivedFile), problems });
  };
  // One check after the other: two parallel checks would both treat a file as new.
  let lastCheck = Promise.resolve();
  const scheduleCheck = () => {
    lastCheck = lastCheck.then(checkInbox).catch(() => undefined);
  };
  // A shell older than this plugin has no inbox, so no file arrives.
  IncomingFiles.addListener('arrived', scheduleCheck).catch(() => undefined);
  scheduleCheck();
  return queue;
}
