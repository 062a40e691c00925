import { type OfdContent, type OfdDocument, openOfd, type Stamp } from './ofd-document.adapter.ts';
import { addressOf } from './ofd-images.adapter.ts';
import { freshId, svg } from './svg.rules.ts';

export type DrawNested = (
  content: OfdContent,
  files: OfdDocument['files'],
) => { readonly element: SVGSVGElement; readonly complete: () => Promise<unknown> };

/** Draws a seal over its page: a picture, or a small OFD document. */
export function drawStamp({ picture, box, clip }: Stamp, defs: SVGElement, drawNested: DrawNested) {
  const { x, y, width, height } = box;
  const element = svg('g', { transform: `translate(${x} ${y})` });
  if (clip) {
    // A seal across the edges of several pages shows a part on each page.
    const cut = svg('clipPath', { id: freshId() }, [svg('rect', { ...clip })]);
    defs.append(cut);
    element.setAttribute('clip-path', `url(#${cut.id})`);
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
      await page.complete();
      return true;
    }
    const url = addressOf(picture.bytes);
    if (!url) return false;
    element.append(svg('image', { href: url, width, height, preserveAspectRatio: 'none' }));
    return true;
  };
  // A seal that cannot be shown does not affect the page, which shows a notice.
  return { element, complete: () => draw().catch(() => false) };
}
