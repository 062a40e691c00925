import { openDocument } from '@sealflow/tdf';
import { pdfViewer } from '@sealflow/viewers/pdf/pdf.viewer.ts';
import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- `?url` makes Vite answer the file's address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { keysOf, readRemote, type SealedFile } from './sealed-remote.ts';
import { createViewerStage } from './viewer-stage.ts';

function emptyBox(): HTMLElement {
  const box = document.createElement('div');
  box.style.cssText = 'position: fixed; inset: 0';
  document.body.replaceChildren(box);
  return box;
}

let open: OpenViewer | null = null;

/** The time to the first visible page with the app’s reader and viewer, in ms, without key access. */
async function sealedFirstPage(file: SealedFile): Promise<number> {
  const started = performance.now();
  const sealed = await readRemote(file.url);
  const read = performance.now();
  const keys = await keysOf(sealed, file);
  const container = emptyBox();

  // The app requests its licence here.
  const start = performance.now() - (read - started);
  const { bytes } = await openDocument({ source: sealed, keys });
  open = await pdfViewer({
    ...createViewerStage(),
    container,
    content: bytes,
    watermark: ['138****5678', '张伟', '2026-11-20 09:00'],
    label: 'sample',
    extension: 'pdf',
    words: { page: (page, pages) => `${page} / ${pages}`, link: String, brokenPage: 'broken' },
  });
  return performance.now() - start;
}

const assets = (folder: string) => new URL(`/pdfjs/${folder}/`, location.href).href;

/** The same with pdf.js and the plain file: range requests and the same page size. */
async function plainFirstPage(url: string): Promise<number> {
  const container = emptyBox();
  const start = performance.now();
  const port = new Worker(workerUrl, { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    url,
    worker,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: assets('cmaps'),
    standardFontDataUrl: assets('standard_fonts'),
    wasmUrl: assets('wasm'),
    verbosity: 0,
  });
  const pdf = await task.promise;
  const page = await pdf.getPage(1);
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: ((innerWidth - 16) / width) * devicePixelRatio });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  container.append(canvas);
  const took = performance.now() - start;
  await task.destroy();
  worker.destroy();
  port.terminate();
  return took;
}

const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
  });

/** Leafs through all pages. Each is drawn before the next. */
async function leafThrough(): Promise<number> {
  const pages = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  let drawn = 0;
  for (const [index, page] of pages.entries()) {
    open?.goTo?.(index + 1);
    const until = performance.now() + 5_000;
    while (!page.querySelector('canvas') && performance.now() < until) await frame();
    if (page.querySelector('canvas')) drawn += 1;
  }
  return drawn;
}

Object.assign(globalThis, { sealedFirstPage, plainFirstPage, leafThrough });
