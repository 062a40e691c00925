import '../polyfills.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type UnpackReply, type UnpackRequest, unpacker } from './unpack.util.ts';

const unpack = unpacker();

addEventListener('message', ({ data }: MessageEvent<UnpackRequest>) => {
  void answer(data).then((reply) => postMessage(reply));
});

async function answer(request: UnpackRequest): Promise<WorkerReply<UnpackReply>> {
  try {
    return { value: await unpack(request) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
