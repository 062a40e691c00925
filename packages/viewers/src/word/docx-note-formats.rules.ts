import { attributeOf, childNamed, elementsNamed, isWordElement } from './docx-markup.rules.ts';

const kinds = ['footnote', 'endnote'] as const;
export type NoteKind = (typeof kinds)[number];

/** How the notes of a section are numbered and where they stand. */
export type NoteFormat = {
  readonly numberFormat: string;
  readonly start: number;
  readonly restart: 'continuous' | 'eachSect' | 'eachPage';
  /** `pageBottom` or `beneathText` for footnotes, `docEnd` or `sectEnd` for endnotes. */
  readonly position: string;
};
export type NoteFormats = Readonly<Record<NoteKind, NoteFormat>>;

const defaults: NoteFormats = {
  footnote: { numberFormat: 'decimal', start: 1, restart: 'continuous', position: 'pageBottom' },
  endnote: { numberFormat: 'lowerRoman', start: 1, restart: 'continuous', position: 'docEnd' },
};

/** The properties of an element (`w:footnotePr`, `w:endnotePr`) over those that apply without it. */
function formatOf(element: Element | undefined, base: NoteFormat): NoteFormat {
  const valueOf = (name: string): string | null => {
    const property = element && childNamed(element, name);
    return property ? attributeOf(property, 'val') : null;
  };
  const start = Number(valueOf('numStart') ?? base.start);
  const restart = valueOf('numRestart');
  return {
    numberFormat: valueOf('numFmt') ?? base.numberFormat,
    start: Number.isInteger(start) && start >= 0 ? start : base.start,
    restart:
      restart === 'continuous' || restart === 'eachSect' || restart === 'eachPage' ? restart : base.restart,
    position: valueOf('pos') ?? base.position,
  };
}

const formatsOf = (parent: Element | undefined, base: NoteFormats): NoteFormats => ({
  footnote: formatOf(parent && childNamed(parent, 'footnotePr'), base.footnote),
  endnote: formatOf(parent && childNamed(parent, 'endnotePr'), base.endnote),
});

/** The formats of the notes of the sections of a document. Where endnotes stand is a setting of the whole document. */
export function noteFormatsOf(part: Document, settings: Document | null): readonly NoteFormats[] {
  const base = formatsOf(settings?.documentElement, defaults);
  return elementsNamed(part, 'sectPr')
    .filter(isWordElement)
    .map((section) => {
      const { footnote, endnote } = formatsOf(section, base);
      return { footnote, endnote: { ...endnote, position: base.endnote.position } };
    });
}

/** The formats of a document that states none. */
export const defaultNoteFormats = defaults;

/** Counts notes of a kind in their order: the numbers start again in each section or on each page where a format says so. */
export function createNoteCounter(): (format: NoteFormat, section: number, page: number) => number {
  let number: number | null = null;
  let last = { section: -1, page: -1 };
  return (format, section, page) => {
    const isNew =
      (format.restart === 'eachSect' && section !== last.section) ||
      (format.restart === 'eachPage' && page !== last.page);
    number = number === null || isNew ? format.start : number + 1;
    last = { section, page };
    return number;
  };
}
