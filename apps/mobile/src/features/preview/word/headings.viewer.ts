import type { OutlineItem } from '../viewer.types.ts';
import type { Paper } from './paper.viewer.ts';

type Growing = { readonly level: number; readonly items: OutlineItem[] };

const mostHeadings = 2000;

/** Builds the outline from the headings of a document, each under the preceding heading of a higher level. */
export function headingsOf(sheet: HTMLElement, { goToElement, pageOf }: Paper): readonly OutlineItem[] {
  const top: Growing = { level: 0, items: [] };
  const open = [top];
  const headings = Array.from(sheet.querySelectorAll<HTMLElement>('h1,h2,h3,h4,h5,h6,[role=heading]'));
  for (const heading of headings.slice(0, mostHeadings)) {
    const title = heading.textContent.trim();
    if (title === '') continue;
    const level = Number(heading.getAttribute('aria-level') ?? heading.nodeName.slice(1));
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const items: OutlineItem[] = [];
    open.at(-1)?.items.push({ title, page: pageOf(heading), goTo: () => goToElement(heading), items });
    open.push({ level, items });
  }
  return top.items;
}
