import { unescapeXml } from '../sheet/xml.rules.ts';
import { tagsOf } from './markup.rules.ts';

export type TocItem = { readonly title: string; readonly address: string; readonly items: TocItem[] };

/** Limits against contents that are endless or nested without end. */
const maxItems = 5000;
const maxLevels = 8;
const maxTitleLength = 300;

const clean = (text: string) => unescapeXml(text).replace(/\s+/g, ' ').trim().slice(0, maxTitleLength);

/** Collects items at their levels. */
function createCollector() {
  const top: TocItem[] = [];
  const open: TocItem[][] = [top];
  let count = 0;
  const add = (level: number, title: string, address: string) => {
    if (count >= maxItems || title === '') return;
    count += 1;
    open.length = Math.max(1, Math.min(level, open.length, maxLevels));
    const item: TocItem = { title, address, items: [] };
    open.at(-1)?.push(item);
    open.push(item.items);
  };
  return { top, add };
}

/** Reads the table of contents of EPUB 2 (NCX): labels and addresses in nested points. */
export function tocOfNcx(xml: string): readonly TocItem[] {
  const { top, add } = createCollector();
  let level = 0;
  let label = '';
  let isMap = false;
  for (const { name, isEnd, attributes, textBefore } of tagsOf(xml)) {
    if (name === 'navmap') isMap = !isEnd;
    if (!isMap) continue;
    if (name === 'navpoint') level += isEnd ? -1 : 1;
    if (name === 'text' && isEnd) label = clean(textBefore);
    if (name === 'content' && !isEnd) {
      add(level, label, attributes['src'] ?? '');
      label = '';
    }
  }
  return top;
}

/** Reads the table of contents of EPUB 3: nested lists of links in the first `nav` that is one. */
export function tocOfNav(xml: string): readonly TocItem[] {
  const { top, add } = createCollector();
  let level = 0;
  let link: { address: string; title: string } | null = null;
  let isToc = false;
  for (const { name, isEnd, attributes, textBefore } of tagsOf(xml)) {
    if (name === 'nav') {
      if (isToc) break;
      const type = attributes['epub:type'] ?? '';
      isToc = !isEnd && (type === '' || /\btoc\b/.test(type));
    }
    if (!isToc) continue;
    if (link) link.title += textBefore;
    if (name === 'ol') level += isEnd ? -1 : 1;
    else if (name === 'a' && !isEnd) link = { address: attributes['href'] ?? '', title: '' };
    else if (name === 'a' && link) {
      add(level, clean(link.title), link.address);
      link = null;
    }
  }
  return top;
}
