import '../polyfills.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { Mail } from './mail.types.ts';
import { readEml } from './read-eml.util.ts';
import { readMsg } from './read-msg.util.ts';

export type MailRequest = { readonly bytes: Uint8Array<ArrayBuffer>; readonly kind: string };

addEventListener('message', ({ data }: MessageEvent<MailRequest>) => {
  void parseMail(data).then((reply) => postMessage(reply));
});

async function parseMail({ bytes, kind }: MailRequest): Promise<WorkerReply<Mail>> {
  try {
    return { value: kind === 'msg' ? readMsg(bytes) : await readEml(bytes) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
