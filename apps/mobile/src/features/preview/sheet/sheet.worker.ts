import '../../../polyfills.ts';
import { assertPackageSize } from '../archive/zip-budget.adapter.ts';
import type { WorkerReply } from '../frame/ask-worker.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import { readWorkbook } from './read-book.rules.ts';
import type { Workbook } from './sheet.types.ts';

export type SheetRequest = { readonly bytes: Uint8Array; readonly language: 'zh' | 'en' };

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  void parseSheet(data).then((reply) => postMessage(reply));
});

async function parseSheet(request: SheetRequest): Promise<WorkerReply<Workbook>> {
  try {
    await assertPackageSize(request.bytes);
    return { value: readWorkbook(request.bytes, request) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
