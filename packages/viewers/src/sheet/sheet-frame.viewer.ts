import { callWorker } from '../frame/call-worker.util.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { sheet as en } from '../texts/en/sheet.ts';
import { sheet as zh } from '../texts/zh/sheet.ts';
import type { Workbook } from './sheet.types.ts';
import type { SheetRequest } from './sheet.worker.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import SheetWorker from './sheet.worker.ts?worker&inline';
import { showWorkbook } from './workbook.viewer.ts';

/** Shows a workbook. A worker reads it, so that a hostile file can block only the worker. */
export const show: ShowFrame = async (root, source, options) => {
  const bytes = await readWholeDocument(source, options);
  const worker = new SheetWorker();
  try {
    const request: SheetRequest = { bytes, language: options.language };
    const workbook = await callWorker<Workbook>(worker, request, { transfer: [bytes.buffer] });
    // The grid lives as long as its frame.
    const { end: _, ...view } = showWorkbook(root, workbook, {
      ...options,
      words: options.language === 'zh' ? zh : en,
    });
    return view;
  } finally {
    worker.terminate();
  }
};
