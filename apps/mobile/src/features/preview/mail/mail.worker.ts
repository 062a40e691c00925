import '../../../polyfills.ts';
import type { WorkerAnswer } from '../frame/ask-worker.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import type { Mail } from './mail.types.ts';
import { readEml } from './read-eml.adapter.ts';
import { readMsg } from './read-msg.adapter.ts';

export type MailQuestion = { readonly bytes: Uint8Array<ArrayBuffer>; readonly kind: string };

addEventListener('message', ({ data }: MessageEvent<MailQuestion>) => {
  void answerOf(data).then((answer) => postMessage(answer));
});

async function answerOf({ bytes, kind }: MailQuestion): Promise<WorkerAnswer<Mail>> {
  try {
    return { value: kind === 'msg' ? readMsg(bytes) : await readEml(bytes) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
