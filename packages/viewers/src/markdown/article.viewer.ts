import { createDomSearch } from '../text/dom-search.viewer.ts';
import type { TextStage, TextView } from '../text/text-view.types.ts';
import type { OutlineItem } from '../viewer/viewer.types.ts';
import { sanitizeHtml } from './sanitize-html.util.ts';

/** Shows untrusted HTML. Nothing is loaded: external images become their alternative text and address. */
export function showArticle(
  { scroller, texts, onPage }: TextStage,
  html: string,
  className: string,
): TextView {
  const { clean } = sanitizeHtml(html, {
    picture: (address) => (address.startsWith('data:image/') ? address : null),
    pictureText: texts.text.picture,
    linkText: texts.text.link,
  });
  const page = document.createElement('article');
  page.className = className;
  page.append(clean);
  scroller.replaceChildren(page);
  onPage(1, 1);
  return { search: createDomSearch(page), outline: async () => headingsOf(page), end: () => undefined };
}

/** The headings of an article as its table of contents. */
export function headingsOf(page: HTMLElement): readonly OutlineItem[] {
  type OpenSection = { readonly level: number; readonly items: OutlineItem[] };
  const top: OutlineItem[] = [];
  const openSections: OpenSection[] = [{ level: 0, items: top }];
  for (const heading of Array.from(page.querySelectorAll('h1,h2,h3,h4'))) {
    const level = Number(heading.tagName.slice(1));
    while (openSections.length > 1 && (openSections.at(-1)?.level ?? 0) >= level) openSections.pop();
    const items: OutlineItem[] = [];
    openSections.at(-1)?.items.push({
      title: heading.textContent ?? '',
      page: null,
      goTo: () => heading.scrollIntoView({ block: 'start' }),
      items,
    });
    openSections.push({ level, items });
  }
  return top;
}
