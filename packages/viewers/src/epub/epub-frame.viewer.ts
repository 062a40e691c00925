import { addStyle } from '../frame/add-style.viewer.ts';
import columnCss from '../frame/column.css?inline';
import type { ShowFrame } from '../frame/frame.types.ts';
import markdownCss from '../markdown/markdown.css?inline';
import textCss from '../text/text.css?inline';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import type { OutlineItem } from '../viewer/viewer.types.ts';
import { openBook, pathOf } from './book.util.ts';
import { createBookSearch } from './book-search.viewer.ts';
import { renderChapter } from './chapter.viewer.ts';
import css from './epub.css?inline';
import type { TocItem } from './table-of-contents.rules.ts';

const zoomSteps = { min: 0.7, max: 3, step: 1.2 } as const;

/** The element of a chapter that an entry of the contents names: the sanitiser removes anchors, so its text is compared. */
function elementTitled(page: HTMLElement, title: string): Element | undefined {
  const wanted = title.replace(/\s+/g, '');
  return Array.from(page.querySelectorAll('h1,h2,h3,h4,h5,h6,p,div')).find(
    ({ textContent }) => textContent.length < 600 && textContent.replace(/\s+/g, '') === wanted,
  );
}

/** The viewer of books: one chapter at a time, in reading order. */
export const show: ShowFrame = async (root, source, options) => {
  const texts = options.language === 'en' ? en : zh;
  addStyle(columnCss, textCss, markdownCss, css);
  root.removeAttribute('tabindex');
  const book = await openBook(source);
  const { chapters } = book;
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  root.append(scroller);
  let shown = -1;
  let page = document.createElement('article');

  async function readChapter(index: number, hasPictures: boolean): Promise<DocumentFragment> {
    const path = chapters[index] ?? '';
    try {
      return await renderChapter({ book, path, texts, hasPictures });
    } catch {
      const fragment = document.createDocumentFragment();
      fragment.append(hasPictures ? texts.brokenPage : '');
      return fragment;
    }
  }
  const reportPlace = () => {
    const share = scroller.scrollTop / Math.max(1, scroller.scrollHeight);
    if (shown >= 0) options.onPage(shown + 1 + Math.min(0.99, share), chapters.length);
  };
  function createButtons(index: number): HTMLElement {
    const buttons = document.createElement('nav');
    buttons.className = 'chapters';
    const add = (label: string, target: number) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.disabled = target < 0 || target >= chapters.length;
      button.addEventListener('click', () => void showChapter(target).then(() => scroller.focus()));
      buttons.append(button);
    };
    add(texts.epub.previous, index - 1);
    add(texts.epub.next, index + 1);
    return buttons;
  }
  let pending = -1;
  async function showChapter(index: number, share = 0): Promise<HTMLElement> {
    const target = Math.max(0, Math.min(chapters.length - 1, index));
    pending = target;
    if (target !== shown) {
      const content = await readChapter(target, true);
      if (pending !== target) return page;
      page = document.createElement('article');
      page.className = 'markdown paper';
      page.setAttribute('aria-label', texts.epub.chapter(target + 1, chapters.length));
      page.append(content);
      shown = target;
      scroller.replaceChildren(page, createButtons(target));
    }
    scroller.scrollTop = share * scroller.scrollHeight;
    reportPlace();
    return page;
  }
  scroller.addEventListener('scroll', reportPlace, { passive: true });

  const goToEntry = async ({ title, address }: TocItem, index: number) => {
    const element = elementTitled(await showChapter(index), title);
    if (address.includes('#')) element?.scrollIntoView({ block: 'start' });
  };
  const toOutline = (items: readonly TocItem[]): readonly OutlineItem[] =>
    items.map((item) => {
      const index = chapters.indexOf(pathOf(item.address, book.tocPath) ?? '');
      return {
        title: item.title,
        page: index < 0 ? null : index + 1,
        goTo: () => {
          if (index >= 0) void goToEntry(item, index);
        },
        items: toOutline(item.items),
      };
    });

  await showChapter(Math.floor(options.start) - 1, options.start % 1);
  let size = 1;
  return {
    goTo: (at) => void showChapter(Math.floor(at) - 1, at % 1),
    zoom: (step) => {
      const next = step === 'in' ? size * zoomSteps.step : size / zoomSteps.step;
      size = step === 'fit' ? 1 : Math.min(zoomSteps.max, Math.max(zoomSteps.min, next));
      scroller.style.fontSize = `${size}rem`;
    },
    search: createBookSearch({
      chapterCount: chapters.length,
      currentChapter: () => shown,
      showChapter: (index) => showChapter(index),
      readChapter: (index) => readChapter(index, false),
    }),
    outline: async () => toOutline(book.toc),
  };
};
