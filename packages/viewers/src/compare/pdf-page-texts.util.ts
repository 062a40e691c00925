import { openPdf, toViewerError } from '../pdf/pdf-document.util.ts';
import { textRunsOf } from '../pdf/pdf-text.viewer.ts';
import { CompareError, compareLimits, type ReadOptions } from './compare.types.ts';

/**
 * Reads the text layer of each page. Nothing is drawn.
 * @throws {CompareError} `noText` for scanned pages, `tooLong` above the limits; what the PDF viewer throws.
 */
export async function readPdfPages(options: Omit<ReadOptions, 'format'>): Promise<readonly string[]> {
  const { onProgress, signal } = options;
  const opened = await openPdf(options);
  try {
    const { numPages } = opened.current();
    if (numPages > compareLimits.pages) throw new CompareError('tooLong');
    const pages: string[] = [];
    let characters = 0;
    for (let number = 1; number <= numPages; number += 1) {
      const reading = opened.run(async (pdf) => {
        const page = await pdf.getPage(number);
        const { items } = await page.getTextContent();
        page.cleanup();
        return textRunsOf(items);
      });
      const runs = await Promise.race([reading, opened.failed]);
      signal.throwIfAborted();
      const text = runs.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('');
      characters += text.length;
      if (characters > compareLimits.characters) throw new CompareError('tooLong');
      pages.push(text);
      if (opened.isOverMemoryLimit()) await opened.reopen();
      onProgress(number / numPages);
    }
    if (pages.every((text) => text.trim() === '')) throw new CompareError('noText');
    return pages;
  } catch (error) {
    throw signal.aborted || error instanceof CompareError ? error : toViewerError(error);
  } finally {
    opened.end();
  }
}
