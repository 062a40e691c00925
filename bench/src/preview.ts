import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from './engine-browser.ts';
import { measureFilm } from './film.ts';
import { firstPageTimes, type PreviewPage, scriptReady, servePreview } from './preview-page.ts';
import { peakOfPages } from './renderer-memory.ts';
import { median, rounded } from './stats.ts';
import { openUnobservedPage } from './unobserved-browser.ts';

const pairs = 7;

/**
 * The first page of a large sealed PDF with range requests, relative to pdf.js with the plain file; the cost of
 * leafing; and a video.
 */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-preview-'));
  try {
    const preview = await servePreview(folder);
    const browser = await openBrowser.chromium();
    try {
      const times = await firstPageTimes(browser, preview, pairs);
      const { pages, peak } = await leaf(preview);
      const film = await measureFilm();
      return {
        firstPage: {
          vsBarePdfjs: rounded(median(times.map(({ own, bare }) => own / bare))),
          bytesShare: rounded(median(times.map(({ bytes }) => bytes)) / preview.size, 4),
          ms: rounded(median(times.map(({ own }) => own)), 0),
        },
        memory: { peakBytes: peak, pages, videoPeakBytes: film.peakBytes },
        film: { bytes: film.bytes, openMs: film.openMs, seekMs: film.seekMs, seekBytes: film.seekBytes },
      };
    } finally {
      await browser.close();
      await preview.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function leaf({ origin, sealed }: PreviewPage) {
  const { send, evaluate: ask, close } = await openUnobservedPage(origin);
  try {
    await ask(scriptReady);
    await ask(`sealedFirstPage(${JSON.stringify(sealed)})`);
    const { result, peak } = await peakOfPages(send, () => ask('leafThrough()'));
    return { pages: result as number, peak };
  } finally {
    await close();
  }
}
