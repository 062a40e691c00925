import { marks } from './docx-marks.rules.ts';
import type { ParsedDocx, ParsedSection } from './docx-model.rules.ts';
import { numberText } from './docx-number-text.rules.ts';

type HeaderReference = { readonly id: string; readonly type: string | null };
type SectionWithHeaders = ParsedSection & {
  readonly headerRefs?: readonly HeaderReference[];
  readonly footerRefs?: readonly HeaderReference[];
};

const kinds = ['default', 'first', 'even'] as const;
type Kind = (typeof kinds)[number];

/** The pages with the headers and footers of a section, by kind. They contain no text of the document. */
type HeaderPages = Readonly<Partial<Record<Kind, HTMLElement>>>;

export type Headers = {
  readonly sections: readonly (SectionWithHeaders | undefined)[];
  readonly pages: readonly HeaderPages[];
  readonly hasEvenPages: boolean;
};

type RenderPages = (parsed: ParsedDocx) => Promise<readonly HTMLElement[]>;

/** The sections of a document in their order; the last one is that of the body. */
export function sectionsOf({
  documentPart: { body },
}: ParsedDocx): readonly (SectionWithHeaders | undefined)[] {
  const inner = (body.children ?? []).flatMap(({ sectionProps }) => sectionProps ?? []);
  return [...inner, body.props];
}

const ofKind = (references: readonly HeaderReference[] | undefined, kind: Kind) =>
  (references ?? [])
    .filter(({ type }) => (type ?? 'default') === kind)
    .map(({ id }) => ({ id, type: 'default' }));

const partOf = (page: HTMLElement | undefined, name: string): HTMLElement | null =>
  page?.querySelector<HTMLElement>(`:scope > ${name}`) ?? null;

/** A footer ends at its distance from the edge of the page. */
function alignAtBottom(footer: HTMLElement): void {
  const content = document.createElement('div');
  content.append(...Array.from(footer.childNodes));
  footer.append(content);
}

const pixelsPerTwip = 1 / 15;
const frameAlignments: Readonly<Record<string, string>> = { outside: 'right', inside: 'left' };

/** Frames, such as those of page numbers, take no room from the text beside them. */
function placeFrames(page: HTMLElement): void {
  for (const mark of Array.from(page.querySelectorAll<HTMLElement>(`span[id^="${marks.frame}"]`))) {
    const paragraph = mark.closest('p');
    const place = mark.id.slice(marks.frame.length);
    if (!paragraph) continue;
    Object.assign(paragraph.style, { position: 'absolute', insetInline: '0', margin: '0' });
    const [, from, x] = /^(page|text)-([\d.]+)$/.exec(place) ?? [];
    if (x === undefined) paragraph.style.textAlign = frameAlignments[place] ?? place;
    else {
      const start = from === 'page' ? page.style.paddingLeft || '0px' : '0px';
      paragraph.style.insetInlineStart = `calc(${Number(x) * pixelsPerTwip}px - ${start})`;
    }
  }
}

/** Renders the headers and footers of all sections: the library knows pages only where a break is stored. */
export async function renderHeaders(parsed: ParsedDocx, render: RenderPages): Promise<Headers> {
  const sections = sectionsOf(parsed);
  const hasEvenPages = parsed.settingsPart?.settings?.evenAndOddHeaders ?? false;
  const wanted = sections.flatMap((section, index) =>
    kinds.flatMap((kind) => {
      if (!section || (kind === 'even' && !hasEvenPages) || (kind === 'first' && !section.titlePage))
        return [];
      const { headerRefs, footerRefs } = section;
      const properties = {
        ...section,
        titlePage: false,
        headerRefs: ofKind(headerRefs, kind),
        footerRefs: ofKind(footerRefs, kind),
      };
      return [{ index, kind, properties }];
    }),
  );
  const children = wanted.map(({ properties }) => ({
    type: 'paragraph',
    children: [{ type: 'run', children: [{ type: 'break', break: 'page' }] }],
    sectionProps: properties,
  }));
  const body = { ...parsed.documentPart.body, children, props: {} };
  const documentPart = Object.create(parsed.documentPart, { body: { value: body } });
  const rendered = await render(Object.create(parsed, { documentPart: { value: documentPart } }));
  const pages: Partial<Record<Kind, HTMLElement>>[] = sections.map(() => ({}));
  for (const [at, { index, kind }] of wanted.entries()) {
    const page = rendered[at];
    const footer = partOf(page, 'footer');
    if (footer) alignAtBottom(footer);
    if (page) placeFrames(page);
    const found = pages[index];
    if (page && found) found[kind] = page;
  }
  return { sections, pages, hasEvenPages };
}

const sectionMarks = `span[id^="${marks.section}"]`;
const indexOf = (mark: Element): number => Number(mark.id.slice(marks.section.length));

export type PageSection = { readonly index: number; readonly isFirst: boolean };

/** The section at the start of each page. */
export function pageSections(pages: readonly HTMLElement[]): readonly PageSection[] {
  let current = -1;
  return pages.map((page) => {
    const article = page.querySelector(':scope > article');
    const [mark] = Array.from(article?.querySelectorAll(sectionMarks) ?? []);
    const isFirst = mark !== undefined || current === -1;
    const index = mark ? indexOf(mark) : Math.max(0, current);
    const last = Array.from(page.querySelectorAll(sectionMarks)).at(-1);
    current = last ? indexOf(last) : index;
    return { index, isFirst };
  });
}

/** Shows a header and footer on a page, in place of those that it has. */
export function showHeaders(page: HTMLElement, source: HTMLElement | undefined): void {
  for (const name of ['header', 'footer']) {
    partOf(page, name)?.remove();
    const part = partOf(source, name)?.cloneNode(true);
    if (!part) continue;
    if (name === 'header') page.prepend(part);
    else page.append(part);
  }
}

const heightOf = (part: HTMLElement | null): number => {
  if (!part) return 0;
  const { marginTop, marginBottom } = getComputedStyle(part);
  return part.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
};

const parities: Readonly<Record<string, number>> = { evenPage: 0, oddPage: 1 };

/**
 * The numbers of pages, in their order: each section may start with its own. One that starts on an even or odd page leaves out
 * a number; the empty page before it is not shown, as in the page view of office programs.
 */
function createPageCounter({ sections }: Headers): (section: PageSection) => number {
  let number = 0;
  return ({ index, isFirst }) => {
    const section = isFirst ? sections[index] : undefined;
    const next = number + 1;
    const parity = parities[section?.type ?? ''] ?? next % 2;
    number = section?.pageNumber?.start ?? (next % 2 === parity ? next : next + 1);
    return number;
  };
}

function kindOf({ sections, hasEvenPages }: Headers, { index, isFirst }: PageSection, number: number): Kind {
  if (isFirst && sections[index]?.titlePage) return 'first';
  return hasEvenPages && number % 2 === 0 ? 'even' : 'default';
}

/**
 * The height that the headers and footers of displayed pages take more than the default ones. Undivided pages are asked for in
 * their order.
 */
export function createHeaderLosses(headers: Headers, undivided: ReadonlyMap<HTMLElement, PageSection>) {
  const nextNumber = createPageCounter(headers);
  let counted = 0;
  return (page: HTMLElement, pagesBefore: number): ((place: number) => number) => {
    const section = undivided.get(page) ?? { index: 0, isFirst: false };
    const { index } = section;
    const { default: shown, ...others } = headers.pages[index] ?? {};
    const heightOfKind = (kind: Kind) => {
      const source = kind === 'default' ? shown : others[kind];
      return ['header', 'footer'].reduce(
        (sum, name) => sum + heightOf(source ? partOf(source, name) : null),
        0,
      );
    };
    for (; counted < pagesBefore; counted += 1) nextNumber({ index, isFirst: false });
    const first = nextNumber(section);
    counted += 1;
    return (place) => {
      const kind = kindOf(headers, { index, isFirst: section.isFirst && place === 0 }, first + place);
      return kind === 'default' ? 0 : heightOfKind(kind) - heightOfKind('default');
    };
  };
}

function fillFields(page: HTMLElement, name: string, text: string): void {
  for (const link of Array.from(page.querySelectorAll<HTMLAnchorElement>(`a[href$="#${name}"]`))) {
    const target = link.querySelector('span') ?? link;
    target.textContent = text;
    link.replaceWith(...Array.from(link.childNodes));
  }
}

/** Gives each page its header, footer and number. The number of all pages is a text, because it can be unknown. */
export function finishPages(pages: readonly HTMLElement[], headers: Headers, pageCount: string): void {
  const found = pageSections(pages);
  const nextNumber = createPageCounter(headers);
  for (const [at, page] of pages.entries()) {
    const section = found[at] ?? { index: 0, isFirst: false };
    const { index } = section;
    const { pageNumber } = headers.sections[index] ?? {};
    const number = nextNumber(section);
    const kind = kindOf(headers, section, number);
    showHeaders(page, headers.pages[index]?.[kind]);
    fillFields(page, marks.pageNumber, numberText(number, pageNumber?.format ?? 'decimal'));
    fillFields(page, marks.pageCount, pageCount);
  }
}
