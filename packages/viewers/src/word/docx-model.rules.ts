/** The members of the layout library's document that are read and adjusted here. */
export type ParsedElement = {
  readonly type: string;
  readonly children?: readonly ParsedElement[];
  className?: string;
  readonly styleName?: string;
  readonly tabs?: readonly ParsedTab[];
  readonly numbering?: ParsedNumbering;
  readonly sectionProps?: ParsedSection;
};

export type ParsedTab = {
  readonly position: string;
  readonly leader?: string | null;
  readonly style: string;
};
export type ParsedNumbering = { readonly id?: string; readonly level?: number };

export type ParsedSection = {
  readonly type?: string | null;
  readonly titlePage?: boolean;
  /** The margins of the pages, as lengths of CSS. */
  readonly pageMargins?: {
    top?: string;
    bottom?: string;
    readonly header?: string;
    readonly footer?: string;
  };
  readonly pageNumber?: { readonly format?: string | null; readonly start?: number | null };
};

export type ParsedStyle = {
  readonly id: string | null;
  readonly name: string | null;
  readonly cssName?: string;
  readonly basedOn?: string | null;
  readonly isDefault?: boolean;
  readonly target?: string | null;
  readonly styles?: readonly { readonly target?: string; readonly values: Record<string, string> }[];
  readonly paragraphProps?: {
    readonly tabs?: readonly ParsedTab[];
    readonly numbering?: ParsedNumbering;
  } | null;
};

/** A level of a list, with the identifier of the list. */
export type ParsedLevel = {
  readonly id: string;
  readonly level: number;
  readonly start: number;
  readonly levelText?: string;
  readonly format?: string;
  readonly suff?: string;
  readonly rStyle: Readonly<Record<string, string>>;
  readonly bullet?: object;
};

type ParsedPart = { readonly rootElement?: ParsedElement };

export type ParsedDocx = {
  readonly documentPart: { readonly body: ParsedElement & { readonly props?: ParsedSection } };
  readonly numberingPart?: {
    readonly domNumberings: readonly ParsedLevel[];
    readonly numberings: readonly {
      readonly id: string;
      readonly abstractId: string;
      readonly overrides: readonly { readonly level: number; readonly start?: number }[];
    }[];
  } | null;
  readonly fontTablePart: object;
  readonly footnotesPart?: { readonly notes: readonly ParsedElement[] } | null;
  readonly endnotesPart?: { readonly notes: readonly ParsedElement[] } | null;
  readonly parts: readonly ParsedPart[];
  readonly settingsPart?: {
    readonly settings?: { readonly defaultTabStop?: string; readonly evenAndOddHeaders?: boolean };
  } | null;
  readonly themePart?: {
    readonly theme?: {
      readonly fontScheme?: Partial<Record<'majorFont' | 'minorFont', { latinTypeface: string }>>;
    };
  } | null;
  readonly stylesPart?: { readonly styles: readonly ParsedStyle[] } | null;
  readonly _package: { load(path: string, type: 'uint8array'): Promise<Uint8Array | null> };
  getPathById(part: object, id: string): string | null;
  loadDocumentImage(id: string, part?: object): Promise<string | null>;
  loadNumberingImage(id: string): Promise<string | null>;
  loadFont(id: string, key: string): Promise<string | null>;
};

/** All paragraphs of a document, with those of its headers, footers and notes. */
export function* paragraphsOf(parsed: ParsedDocx): Generator<ParsedElement> {
  const open: ParsedElement[] = [
    parsed.documentPart.body,
    ...parsed.parts.flatMap(({ rootElement }) => rootElement ?? []),
    ...(parsed.footnotesPart?.notes ?? []),
    ...(parsed.endnotesPart?.notes ?? []),
  ];
  for (let element = open.pop(); element; element = open.pop()) {
    if (element.type === 'paragraph') yield element;
    open.push(...(element.children ?? []));
  }
}

/** The styles of a style and its bases, the style itself first. */
export function styleChain(
  styles: ReadonlyMap<string, ParsedStyle>,
  id: string | undefined,
): readonly ParsedStyle[] {
  const chain: ParsedStyle[] = [];
  for (let style = styles.get(id ?? ''); style && chain.length < 16; style = styles.get(style.basedOn ?? ''))
    chain.push(style);
  return chain;
}
