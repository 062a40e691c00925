import type { OutlineItem } from '../viewer/viewer.types.ts';
import type { PageColumn } from './page-column.viewer.ts';

type OpenHeading = { readonly level: number; readonly items: OutlineItem[] };

const maxHeadings = 2000;

/** Builds the outline from the headings of a document, each under the preceding heading of a higher level. */
export function outlineOfHeadings(
  sheet: HTMLElement,
  { goToElement, pageOf }: PageColumn,
): readonly OutlineItem[] {
  const top: OpenHeading = { level: 0, items: [] };
  const openHeadings = [top];
  const headings = Array.from(sheet.querySelectorAll<HTMLElement>('h1,h2,h3,h4,h5,h6,[role=heading]'));
  for (const heading of headings.slice(0, maxHeadings)) {
    const title = heading.textContent.trim();
    if (title === '') continue;
    const level = Number(heading.getAttribute('aria-level') ?? heading.nodeName.slice(1));
    while (openHeadings.length > 1 && (openHeadings.at(-1)?.level ?? 0) >= level) openHeadings.pop();
    const items: OutlineItem[] = [];
    openHeadings
      .at(-1)
      ?.items.push({ title, page: pageOf(heading), goTo: () => goToElement(heading), items });
    openHeadings.push({ level, items });
  }
  return top.items;
}
