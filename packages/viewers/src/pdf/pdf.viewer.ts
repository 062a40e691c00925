import type { OpenViewer, Viewer } from '../viewer/viewer.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { openPdf, toViewerError } from './pdf-document.util.ts';
import { outlineOf } from './pdf-outline.util.ts';
import { createPages, type Pages } from './pdf-pages.viewer.ts';
import { createPresentation } from './pdf-presentation.viewer.ts';
import { createPdfPrint } from './pdf-print.viewer.ts';
import { createPdfSearch } from './pdf-search.viewer.ts';
import { releaseTextLayers } from './pdf-text.viewer.ts';
import { createThumbnails } from './pdf-thumbnail.viewer.ts';

/**
 * Limit of the number of pages, each of which has an element from the beginning; a file of a few kilobytes
 * may declare millions.
 */
const maxPages = 20_000;

/**
 * The PDF viewer. It reads by ranges, so parts that are not viewed are not read, and pages far from the
 * viewport have no canvases.
 */
export const pdfViewer: Viewer = async (stage) => {
  const opened = await openPdf(stage);
  const { failed } = opened;
  const { numPages } = opened.current();
  if (numPages > maxPages) {
    opened.end();
    throw new ViewerError('tooLarge');
  }
  let pages: Pages | null = null;
  const show = async (): Promise<Pages> => {
    const start = Math.floor(stage.start) <= numPages ? stage.start : 1;
    const { width, height } = (await opened.run((pdf) => pdf.getPage(Math.floor(start)))).getViewport({
      scale: 1,
    });
    stage.signal.throwIfAborted();
    pages = createPages(stage, opened, { width: Math.max(1, width), height: Math.max(1, height) });
    try {
      await pages.showFirstPage(start);
    } catch (error) {
      // With several pages the others can still be shown.
      const isStuck = error instanceof ViewerError && error.code === 'tooSlow';
      if (isStuck || numPages === 1)
        throw new ViewerError(isStuck ? 'tooSlow' : 'unreadable', { cause: error });
      pages.startDrawing(start);
    }
    return pages;
  };
  try {
    const shown = await Promise.race([show(), failed]);
    failed.catch(stage.onFailure);
    const search = createPdfSearch(opened, shown);
    const presentation = createPresentation(opened, shown, stage);
    return {
      goTo: shown.goTo,
      zoom: shown.zoom,
      rotate: shown.rotate,
      ...(numPages > 1 ? { showPairs: shown.showPairs } : {}),
      present: presentation.show,
      search,
      outline: () => outlineOf(opened, shown.destinations),
      thumbnail: createThumbnails(opened, shown, stage),
      print: async () => createPdfPrint(opened, shown),
      close: () => {
        search.end();
        presentation.end();
        shown.close();
        releaseTextLayers();
        opened.end();
      },
    } satisfies OpenViewer;
  } catch (error) {
    (pages as Pages | null)?.close();
    opened.end();
    throw toViewerError(error);
  }
};
