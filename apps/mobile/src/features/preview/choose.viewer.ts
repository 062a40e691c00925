import type { Format } from './format.rules.ts';
import type { Viewer } from './viewer.types.ts';

/** The viewer of a format, its code fetched when it is first needed; null where there is none. */
export function chooseViewer(format: Format): (() => Promise<Viewer>) | null {
  const { viewer } = format;
  if (viewer === 'pdf') return async () => (await import('./pdf/pdf.viewer.ts')).pdfViewer;
  if (viewer === 'image')
    return async () => (await import('./image/image.viewer.ts')).imageViewer(format.mimeType);
  if (viewer === 'text') return async () => (await import('./text/text.viewer.ts')).textViewer;
  return null;
}
