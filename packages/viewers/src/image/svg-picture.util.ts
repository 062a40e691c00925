import type { FrameOptions, FrameSource } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { PicturePart, PixelPictures } from './picture.types.ts';
import { svgSize } from './svg-size.rules.ts';

/** A larger file is no regular drawing, and its DOM takes a multiple of its size. */
const maxSvgBytes = 32 * 1024 * 1024;
const svgNamespace = 'http://www.w3.org/2000/svg';

function decodeXml(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 128));
  const bomEncoding = start.startsWith('\xff\xfe')
    ? 'utf-16le'
    : start.startsWith('\xfe\xff')
      ? 'utf-16be'
      : null;
  const [, declaredEncoding = 'utf-8'] = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start) ?? [];
  try {
    return new TextDecoder(bomEncoding ?? declaredEncoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function loadImage(root: Element): Promise<HTMLImageElement> {
  const image = new Image();
  return new Promise((resolve, reject) => {
    // `decode()` waits for the next rendered frame, and a hidden page renders none.
    image.addEventListener('load', () => resolve(image), { once: true });
    image.addEventListener('error', () => reject(new ViewerError('imageFailed')), { once: true });
    // Inside an image element an SVG runs no script and loads no resource.
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  });
}

/** Opens an SVG as an image, so that its elements never become part of a page. */
export async function openSvg(source: FrameSource, options: FrameOptions): Promise<PixelPictures> {
  if (source.size > maxSvgBytes) throw new ViewerError('tooLarge');
  const parsed = new DOMParser().parseFromString(
    decodeXml(await readWholeDocument(source, options)),
    'image/svg+xml',
  );
  const root = parsed.documentElement;
  if (root.namespaceURI !== svgNamespace || root.localName !== 'svg' || parsed.querySelector('parsererror')) {
    throw new ViewerError('imageFailed');
  }
  const size = svgSize((name) => root.getAttribute(name));
  if (!root.hasAttribute('viewBox') && (root.getAttribute('width') ?? '').endsWith('%')) {
    root.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  }
  root.setAttribute('width', String(size.width));
  root.setAttribute('height', String(size.height));
  let image = await loadImage(root);

  const pixelsOf = ({ left, top, width, height, pixelWidth, pixelHeight }: PicturePart) => {
    const canvas = document.createElement('canvas');
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
    const context = canvas.getContext('2d');
    if (!context) throw new ViewerError('tooLarge');
    context.drawImage(image, left, top, width, height, 0, 0, pixelWidth, pixelHeight);
    const { data } = context.getImageData(0, 0, pixelWidth, pixelHeight);
    canvas.width = 0;
    return new Uint8Array(data.buffer);
  };
  return {
    count: 1,
    facts: async () => ({ size, maxScale: Number.MAX_VALUE, isTruncated: false, orientation: 1 }),
    async pixels(_, part) {
      try {
        return pixelsOf(part);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error;
        // WebKit taints the canvas if a drawing contains `foreignObject`. Without it the drawing shows its
        // own fallback.
        for (const foreignObject of root.querySelectorAll('foreignObject')) foreignObject.remove();
        image = await loadImage(root);
        return pixelsOf(part);
      }
    },
  };
}
