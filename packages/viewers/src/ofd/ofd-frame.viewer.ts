import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import scrollerCss from '../frame/scroller.css?inline';
import pageColumnCss from '../pages/page-column.css?inline';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import type { OutlineItem } from '../viewer/viewer.types.ts';
import css from './ofd.css?inline';
import { type OutlineEntry, openOfd } from './ofd-document.util.ts';
import { createFontLoader } from './ofd-fonts.viewer.ts';
import { type DrawnPage, drawPage } from './ofd-page.viewer.ts';
import { createPageList } from './ofd-page-list.viewer.ts';
import { createOfdSearch } from './ofd-search.viewer.ts';

/** Converts entries with levels to a tree. */
function outlineTree(entries: readonly OutlineEntry[], goTo: (page: number) => void): OutlineItem[] {
  type OpenLevel = { readonly level: number; readonly items: OutlineItem[] };
  const top: OutlineItem[] = [];
  const openLevels: OpenLevel[] = [{ level: -1, items: top }];
  for (const { title, level, page } of entries) {
    while (openLevels.length > 1 && (openLevels.at(-1)?.level ?? -1) >= level) openLevels.pop();
    const items: OutlineItem[] = [];
    openLevels.at(-1)?.items.push({ title, page, goTo: () => goTo(page), items });
    openLevels.push({ level, items });
  }
  return top;
}

/**
 * The viewer of OFD, the Chinese standard for fixed-layout documents (GB/T 33190). Pages are drawn as SVG
 * while they are near the viewport.
 */
export const show: ShowFrame = async (root, source, options) => {
  const texts = options.language === 'en' ? en : zh;
  addStyle(scrollerCss, pageColumnCss, css);
  root.removeAttribute('tabindex');
  const { files, pages, outline } = await openOfd(source);
  const fonts = createFontLoader();
  const drawnPages = new Map<number, DrawnPage>();
  const draw = async (index: number): Promise<DrawnPage> => {
    const page = pages[index];
    if (!page) throw new Error('page index is out of range');
    return drawPage(await page.load(), { files, fonts });
  };
  const pageList = createPageList({
    root,
    pages,
    draw,
    texts,
    onPage: options.onPage,
    onDrawn: (index, drawn) => {
      drawnPages.set(index, drawn);
      mark(index);
    },
    onRemoved: (index) => drawnPages.delete(index),
  });
  const { search, mark } = createOfdSearch({ pageList, pageCount: pages.length, draw, drawnPages });
  const startIndex = Math.min(pages.length, Math.max(1, Math.floor(options.start))) - 1;
  pageList.goTo(options.start);
  await pageList.show(startIndex);
  pageList.goTo(options.start);
  pageList.watch();
  return {
    goTo: pageList.goTo,
    zoom: pageList.zoom,
    rotate: pageList.rotate,
    search,
    outline: async () => outlineTree(outline, pageList.goTo),
  };
};
