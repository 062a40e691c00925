import { registerPlugin } from '@capacitor/core';
import { safeFileName } from '@sealflow/domain/file-names';
import type { IncomingFile, IncomingFilesPlugin } from '@sealflow/native-shell';
import type { ArrivedFile, IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { createArrivals } from '../arrivals.adapter.ts';
import { fromBase64 } from '../base64.adapter.ts';

const IncomingFiles = registerPlugin<IncomingFilesPlugin>('IncomingFiles');

/** Bytes cross the bridge as base64 in one piece; the native side returns no more per call. */
const atOnce = 1024 * 1024;

async function read(id: string, offset: number, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let got = 0;
  while (got < length) {
    const asked = { id, offset: offset + got, length: Math.min(atOnce, length - got) };
    const { data } = await IncomingFiles.read(asked).catch((error: unknown) =>
      Promise.reject(new StorageError('storage.not_found', { cause: error })),
    );
    const part = fromBase64(data);
    if (part.length === 0) break;
    parts.push(part);
    got += part.length;
  }
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const whole = new Uint8Array(got);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const arrived = ({ id, name, size }: IncomingFile): ArrivedFile => ({
  name: safeFileName(name),
  size,
  modifiedAt: Date.now(),
  read: (offset, length) => read(id, offset, length),
  release: () => IncomingFiles.release({ id }),
});

/** The inbox of the native side, which stores files that arrive while the app is not running. */
export function createCapacitorIncomingFiles(): IncomingFilesPort {
  const arrivals = createArrivals();
  const told = new Set<string>();
  const look = async () => {
    const { files, problems } = await IncomingFiles.pending();
    const fresh = files.filter(({ id }) => !told.has(id));
    for (const { id } of fresh) told.add(id);
    if (fresh.length > 0 || problems.length > 0) arrivals.arrive({ files: fresh.map(arrived), problems });
  };
  // One check after the other: two parallel checks would both treat a file as new.
  let looking = Promise.resolve();
  const lookNext = () => {
    looking = looking.then(look).catch(() => undefined);
  };
  // A shell older than this plugin has no inbox, so no file arrives.
  IncomingFiles.addListener('arrived', lookNext).catch(() => undefined);
  lookNext();
  return arrivals;
}
