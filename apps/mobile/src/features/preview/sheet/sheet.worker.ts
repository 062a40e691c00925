import '../../../polyfills.ts';
import { checkPackage } from '../archive/zip-budget.adapter.ts';
import type { WorkerAnswer } from '../frame/ask-worker.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import { readBook } from './read-book.rules.ts';
import type { Book } from './sheet.types.ts';

export type SheetQuestion = { readonly bytes: Uint8Array; readonly language: 'zh' | 'en' };

addEventListener('message', ({ data }: MessageEvent<SheetQuestion>) => {
  void answerOf(data).then((answer) => postMessage(answer));
});

async function answerOf(question: SheetQuestion): Promise<WorkerAnswer<Book>> {
  try {
    await checkPackage(question.bytes);
    return { value: readBook(question.bytes, question) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
