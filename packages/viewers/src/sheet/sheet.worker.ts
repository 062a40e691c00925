import '../polyfills.ts';
import { assertPackageSize } from '../archive/zip-budget.util.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { readWorkbook } from './read-workbook.rules.ts';
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
