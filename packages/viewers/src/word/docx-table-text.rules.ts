import {
  attributeOf,
  childNamed,
  elementsNamed,
  isWordElement,
  paragraphOf,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';

const maxStyleDepth = 16;
/** The size of text where nothing sets one, in half points. */
const standardSize = '20';
/** The sizes of the default paragraph style, in half points, that give way to the size of a table style. */
const yieldingSizes = new Set(['22', '24']);

/** The sizes of text that tables set for paragraphs of the default style, in half points. */
export type TableTextSizes = {
  /** By the identifier of the table style; a style with sizes for some of its cells has none here. */
  readonly byTableStyle: ReadonlyMap<string, string>;
  readonly defaultStyle: string;
  /** The character styles that set a size. */
  readonly sized: ReadonlySet<string>;
};

const valueOf = (parent: Element | undefined, name: string): string | null => {
  const element = parent && childNamed(parent, name);
  return element ? attributeOf(element, 'val') : null;
};

const sizeIn = (parent: Element): string | null => valueOf(childNamed(parent, 'rPr'), 'sz');

function overridesTableStyles(settings: Document | null): boolean {
  const found = (settings ? elementsNamed(settings, 'compatSetting') : []).find(
    (setting) => attributeOf(setting, 'name') === 'overrideTableStyleFontSizeAndJustification',
  );
  return found !== undefined && /^(1|true|on)$/.test(attributeOf(found, 'val') ?? '');
}

/**
 * Reads the sizes that tables set for their text. Word prefers the size of a table style, or that of the document, to a
 * default paragraph style of 11 or 12 points, unless the document asks for the order of the other styles.
 */
export function tableTextSizesOf(styles: Document | null, settings: Document | null): TableTextSizes | null {
  const all = styles ? elementsNamed(styles, 'style') : [];
  const byDefault = all.find(
    (style) => attributeOf(style, 'type') === 'paragraph' && attributeOf(style, 'default') === '1',
  );
  if (!styles || !byDefault || !yieldingSizes.has(sizeIn(byDefault) ?? '') || overridesTableStyles(settings))
    return null;
  const [defaults] = elementsNamed(styles, 'rPrDefault');
  const documentSize = (defaults && sizeIn(defaults)) ?? standardSize;
  const byId = new Map(all.map((style) => [attributeOf(style, 'styleId') ?? '', style]));
  const chainOf = (id: string): readonly Element[] => {
    const chain: Element[] = [];
    let style = byId.get(id);
    for (let depth = 0; style && depth < maxStyleDepth; depth += 1) {
      chain.push(style);
      style = byId.get(valueOf(style, 'basedOn') ?? '');
    }
    return chain;
  };
  const sizeOf = (id: string) => chainOf(id).map(sizeIn).find(Boolean) ?? null;
  const idsOf = (type: string) =>
    [...byId].flatMap(([id, style]) => (attributeOf(style, 'type') === type ? id : []));
  const isUniform = (id: string) =>
    chainOf(id).every((style) =>
      Array.from(style.children).every((child) => child.localName !== 'tblStylePr' || sizeIn(child) === null),
    );
  return {
    byTableStyle: new Map(
      idsOf('table')
        .filter(isUniform)
        .map((id) => [id, sizeOf(id) ?? documentSize]),
    ),
    defaultStyle: attributeOf(byDefault, 'styleId') ?? '',
    sized: new Set(idsOf('character').filter((id) => sizeOf(id) !== null)),
  };
}

const childrenNamed = (parent: Element, name: string): readonly Element[] =>
  Array.from(parent.children).filter(({ localName }) => localName === name);

function writeSize(run: Element, size: string, { sized }: TableTextSizes): void {
  const properties = requireChild(run, 'rPr');
  if (childNamed(properties, 'sz') || sized.has(valueOf(properties, 'rStyle') ?? '')) return;
  setAttribute(requireChild(properties, 'sz'), 'val', size);
}

/** Writes the size that a table sets into the runs of its paragraphs of the default style. */
export function writeTableTextSizes(part: Document, sizes: TableTextSizes | null): void {
  if (!sizes) return;
  for (const table of elementsNamed(part, 'tbl').filter(isWordElement)) {
    const size = sizes.byTableStyle.get(valueOf(childNamed(table, 'tblPr'), 'tblStyle') ?? '');
    if (size === undefined) continue;
    const cells = childrenNamed(table, 'tr').flatMap((row) => childrenNamed(row, 'tc'));
    for (const paragraph of cells.flatMap((cell) => childrenNamed(cell, 'p'))) {
      const properties = requireChild(paragraph, 'pPr');
      if ((valueOf(properties, 'pStyle') ?? sizes.defaultStyle) !== sizes.defaultStyle) continue;
      writeSize(properties, size, sizes);
      for (const run of elementsNamed(paragraph, 'r'))
        if (isWordElement(run) && paragraphOf(run) === paragraph) writeSize(run, size, sizes);
    }
  }
}
