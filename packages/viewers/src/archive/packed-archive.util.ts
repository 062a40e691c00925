import { callWorker } from '../frame/call-worker.util.ts';
import type { FrameOptions, FrameSource } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type Archive, type ArchiveItem, sourceOf, WrongPasswordError } from './archive-item.rules.ts';
import type { UnpackReply, UnpackRequest } from './unpack.util.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import UnpackWorker from './unpack.worker.ts?worker&inline';
import { TooLargeError } from './zip-files.util.ts';

/** How often a password is asked for. */
export const maxPasswordAttempts = 3;

/**
 * Opens an archive that is unpacked in a worker: 7z, RAR, tar and packed files.
 * @throws ViewerError `password` where the list of files is encrypted and the user has no password.
 */
export async function openPackedArchive(
  source: FrameSource,
  { kind, onProgress, requestPassword }: Pick<FrameOptions, 'kind' | 'onProgress' | 'requestPassword'>,
): Promise<Archive> {
  let worker: Worker | null = null;
  let items: readonly ArchiveItem[] = [];
  let listPassword: string | null = null;

  async function call(request: UnpackRequest, transfer: Transferable[] = []): Promise<UnpackReply> {
    const current = (worker ??= new UnpackWorker());
    try {
      return await callWorker<UnpackReply>(current, request, { transfer });
    } catch (error) {
      if (worker === current) worker = null;
      throw error;
    }
  }
  async function list(): Promise<UnpackReply> {
    const open = await readWholeDocument(source, { onProgress });
    return call({ open, kind, password: listPassword }, [open.buffer]);
  }

  let reply = await list();
  for (let failedAttempts = 0; 'refusal' in reply; failedAttempts += 1) {
    if (reply.refusal !== 'password') throw new ViewerError('unreadable');
    listPassword = failedAttempts < maxPasswordAttempts ? await requestPassword(failedAttempts) : null;
    if (listPassword === null) throw new ViewerError('password');
    reply = await list();
  }
  if ('items' in reply) items = reply.items;
  return {
    items,
    async contentOf(item, { password, signal }) {
      // A worker that was stopped has lost the archive.
      if (worker === null) await list();
      const current = worker;
      const stop = () => {
        current?.terminate();
        if (worker === current) worker = null;
      };
      const cancelled = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          stop();
          reject(signal.reason as Error);
        });
      });
      const index = items.indexOf(item);
      const unpacked = await Promise.race([
        call({ index, isEncrypted: item.isEncrypted, password }),
        cancelled,
      ]);
      if ('bytes' in unpacked) return sourceOf(unpacked.bytes);
      if ('refusal' in unpacked && unpacked.refusal === 'password')
        throw new WrongPasswordError('password is wrong');
      throw 'refusal' in unpacked && unpacked.refusal === 'tooLarge'
        ? new TooLargeError('unpacked size exceeds the limit')
        : new Error('entry is damaged');
    },
  };
}
