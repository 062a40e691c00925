import { type OfdContent, type OfdDocument, openOfd, type SealStamp } from './ofd-document.util.ts';
import { pictureDataUrl } from './ofd-images.viewer.ts';
import { createId, createSvg } from './svg.util.ts';

export type DrawNested = (
  content: OfdContent,
  files: OfdDocument['files'],
) => { readonly element: SVGSVGElement; readonly loadAssets: () => Promise<unknown> };

/** Draws a seal over its page: a picture, or a small OFD document. */
export function drawStamp({ picture, box, clip }: SealStamp, defs: SVGElement, drawNested: DrawNested) {
  const { x, y, width, height } = box;
  const element = createSvg('g', { transform: `translate(${x} ${y})` });
  if (clip) {
    // A seal across the edges of several pages shows a part on each page.
    const clipPath = createSvg('clipPath', { id: createId() }, [createSvg('rect', { ...clip })]);
    defs.append(clipPath);
    element.setAttribute('clip-path', `url(#${clipPath.id})`);
  }
  const draw = async (): Promise<boolean> => {
    if (picture.bytes[0] === 0x50 && picture.bytes[1] === 0x4b) {
      const { bytes } = picture;
      const source = {
        size: bytes.length,
        read: async (at: number, count: number) => bytes.slice(at, at + count),
      };
      const { files, pages } = await openOfd(source);
      const content = await pages[0]?.load();
      if (!content) return false;
      const page = drawNested({ ...content, stamps: [] }, files);
      for (const [name, value] of Object.entries({ width, height }))
        page.element.setAttribute(name, String(value));
      element.append(page.element);
      await page.loadAssets();
      return true;
    }
    const url = pictureDataUrl(picture.bytes);
    if (!url) return false;
    element.append(createSvg('image', { href: url, width, height, preserveAspectRatio: 'none' }));
    return true;
  };
  // A seal that cannot be shown does not affect the page, which shows a notice.
  return { element, loadAssets: () => draw().catch(() => false) };
}
