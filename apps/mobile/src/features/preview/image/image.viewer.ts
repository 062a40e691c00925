import { toBase64 } from '../base64.rules.ts';
import styles from '../preview.module.css';
import { type Viewer, ViewerError } from '../viewer.types.ts';
import { burnWatermark } from '../watermark.rules.ts';
import { attachZoom } from '../zoom.viewer.ts';

/** Phones refuse larger canvases; a larger picture is drawn smaller. */
const mostPixels = 16_000_000;
/** The whole picture has to be held three times while it is decoded. */
const mostBytes = 256 * 1024 * 1024;

async function decoded(bytes: Uint8Array, mimeType: string): Promise<HTMLImageElement> {
  const picture = new Image();
  // Not a blob: what a blob holds may be written to disk.
  picture.src = `data:${mimeType};base64,${toBase64(bytes)}`;
  try {
    await picture.decode();
  } catch (cause) {
    throw new ViewerError('imageFailed', { cause });
  }
  return picture;
}

function drawn(picture: HTMLImageElement, watermark: readonly string[], boxWidth: number): HTMLCanvasElement {
  // A vector picture may have no size of its own.
  const width = picture.naturalWidth || boxWidth;
  const height = picture.naturalHeight || boxWidth;
  const shrink = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const context = canvas.getContext('2d');
  if (!context) throw new ViewerError('tooLarge');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // As large on the screen as on a page, whatever the picture's own resolution.
  const scale = canvas.width / Math.max(1, Math.min(boxWidth, width));
  burnWatermark({ context, width: canvas.width, height: canvas.height, scale }, watermark);
  return canvas;
}

/** Pictures, drawn into a canvas together with the watermark. */
export const imageViewer =
  (mimeType: string): Viewer =>
  async ({ container, content, watermark, label, onPage, signal }) => {
    if (content.size > mostBytes) throw new ViewerError('tooLarge');
    const picture = await decoded(await content.read(0, content.size, signal), mimeType);
    signal.throwIfAborted();
    const canvas = drawn(picture, watermark, container.clientWidth);
    picture.removeAttribute('src');
    canvas.className = styles.picture ?? '';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', label);
    const scroller = document.createElement('div');
    scroller.className = styles.scroller ?? '';
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'group');
    scroller.setAttribute('aria-label', label);
    const layout = (scale: number) => {
      const fit = Math.min(
        1,
        container.clientWidth / canvas.width,
        container.clientHeight / canvas.height || Number.POSITIVE_INFINITY,
      );
      const least = scale * fit;
      canvas.style.width = `${canvas.width * least}px`;
      canvas.style.height = `${canvas.height * least}px`;
    };
    scroller.append(canvas);
    container.append(scroller);
    layout(1);
    const zoom = attachZoom({ scroller, layout, sharpen: () => undefined });
    const resized = new ResizeObserver(() => layout(zoom.scale()));
    resized.observe(container);
    onPage(1, 1);
    return {
      zoom: zoom.step,
      close: () => {
        resized.disconnect();
        zoom.end();
        // An emptied canvas gives its memory back at once.
        canvas.width = 0;
        scroller.remove();
      },
    };
  };
