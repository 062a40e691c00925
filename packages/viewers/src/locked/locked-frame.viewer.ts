import { callWorker } from '../frame/call-worker.util.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import type { UnlockRequest } from './locked.worker.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import LockedWorker from './locked.worker.ts?worker&inline';

/** Decrypts a document with its password. It shows nothing: the page passes the result to another viewer. */
export const show: ShowFrame = async (_, source, options) => {
  const bytes = await readWholeDocument(source, options);
  return {
    async unlock(password) {
      const worker = new LockedWorker();
      try {
        const request: UnlockRequest = { bytes, password };
        return await callWorker<Uint8Array | null>(worker, request);
      } finally {
        worker.terminate();
      }
    },
  };
};
