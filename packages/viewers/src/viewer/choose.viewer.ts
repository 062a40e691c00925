import type { Format } from '../format/format.rules.ts';
import { type PlayerHost, standaloneHost } from '../media/player.types.ts';
import type { Viewer } from './viewer.types.ts';

/**
 * Returns a loader for the viewer of a format, or null where there is none. The viewer's code is fetched when
 * it is first used.
 */
export function chooseViewer(
  format: Format,
  host: PlayerHost = standaloneHost,
): (() => Promise<Viewer>) | null {
  const { viewer } = format;
  if (viewer === null) return null;
  if (viewer === 'pdf') return async () => (await import('../pdf/pdf.viewer.ts')).pdfViewer;
  if (viewer === 'image')
    return async () => (await import('../image/image.viewer.ts')).imageViewer(format.mimeType);
  if (viewer === 'locked')
    return async () => {
      const { lockedViewer } = await import('../locked/locked.viewer.ts');
      return lockedViewer((inner) => chooseViewer(inner, host));
    };
  if (viewer === 'media')
    return async () => (await import('../media/media.viewer.ts')).mediaViewer(format, host);
  const kind = 'kind' in format ? format.kind : viewer;
  return async () => (await import('../frame/frame.viewer.ts')).frameViewer(viewer, kind);
}
