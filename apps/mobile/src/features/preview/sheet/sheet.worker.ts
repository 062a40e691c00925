import '../../../polyfills.ts';
import type { WorkerAnswer } from '../frame/ask-worker.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import { readBook } from './read-book.rules.ts';
import type { Book } from './sheet.types.ts';

export type SheetQuestion = { readonly bytes: Uint8Array; readonly language: 'zh' | 'en' };

addEventListener('message', ({ data }: MessageEvent<SheetQuestion>) => {
  let answer: WorkerAnswer<Book>;
  try {
    answer = { value: readBook(data.bytes, data) };
  } catch (error) {
    answer = { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
  postMessage(answer);
});
