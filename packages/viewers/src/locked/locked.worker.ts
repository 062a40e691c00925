import '../polyfills.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { openLocked } from './unlock.util.ts';

/** A request without a password tries the one of the program itself. */
export type UnlockRequest = { readonly bytes: Uint8Array; readonly password: string | null };

addEventListener('message', ({ data }: MessageEvent<UnlockRequest>) => {
  void unlock(data).then((reply) => postMessage(reply));
});

async function unlock({ bytes, password }: UnlockRequest): Promise<WorkerReply<Uint8Array | null>> {
  try {
    const locked = await openLocked(bytes);
    const tried = password ?? locked.defaultPassword;
    return { value: tried === null ? null : await locked.unlock(tried) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
