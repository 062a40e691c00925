import { marks, prependMark } from './docx-marks.rules.ts';
import {
  attributeOf,
  childNamed,
  elementsNamed,
  isWordElement,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';

export type TableRules = {
  /** The space between the edge and the text of a cell, by style. */
  readonly cellMargins: ReadonlyMap<string, number>;
  /** Whether the text of tables, not their edge, stands at the margin of the page. */
  readonly isTextAligned: boolean;
};

/** The version from which the edge of a table stands at the margin. */
const firstEdgeAlignedVersion = 15;
const maxStyleDepth = 16;

const numberOf = (element: Element | undefined, name: string): number | null => {
  const value = element ? attributeOf(element, name) : null;
  const number = Number(value);
  return value === null || !Number.isFinite(number) ? null : number;
};

function cellMarginOf(properties: Element | undefined): number | null {
  const margins = properties && childNamed(properties, 'tblCellMar');
  return numberOf(margins && (childNamed(margins, 'left') ?? childNamed(margins, 'start')), 'w');
}

/** Reads what the styles and settings of a document say about its tables. */
export function tableRulesOf(styles: Document | null, settings: Document | null): TableRules {
  const all = (styles ? elementsNamed(styles, 'style') : [])
    .filter((style) => attributeOf(style, 'type') === 'table')
    .map((style) => {
      const base = childNamed(style, 'basedOn');
      return {
        id: attributeOf(style, 'styleId') ?? '',
        isDefault: attributeOf(style, 'default') === '1',
        margin: cellMarginOf(childNamed(style, 'tblPr')),
        base: base ? attributeOf(base, 'val') : null,
      };
    });
  const byId = new Map(all.map((style) => [style.id, style]));
  const standard = all.find(({ isDefault }) => isDefault)?.margin ?? 0;
  const cellMargins = new Map(
    all.map(({ id }) => {
      let style = byId.get(id);
      for (let depth = 0; style && style.margin === null && depth < maxStyleDepth; depth += 1)
        style = byId.get(style.base ?? '');
      return [id, style?.margin ?? standard];
    }),
  );
  cellMargins.set('', standard);
  const version = (settings ? elementsNamed(settings, 'compatSetting') : []).find(
    (setting) => attributeOf(setting, 'name') === 'compatibilityMode',
  );
  return { cellMargins, isTextAligned: (numberOf(version, 'val') ?? 0) < firstEdgeAlignedVersion };
}

/** The widths of the columns, in twentieths of a point. */
function gridOf(table: Element): readonly number[] {
  const grid = childNamed(table, 'tblGrid');
  const columns = grid ? Array.from(grid.children).filter(({ localName }) => localName === 'gridCol') : [];
  return columns.map((column) => Math.max(0, numberOf(column, 'w') ?? 0));
}

function isNested(table: Element): boolean {
  for (let parent = table.parentElement; parent; parent = parent.parentElement)
    if (parent.localName === 'tc') return true;
  return false;
}

/** The distance of a table from the edge of the text, in twentieths of a point. */
function indentOf(table: Element, properties: Element, rules: TableRules): number {
  const style = childNamed(properties, 'tblStyle');
  const margin =
    cellMarginOf(properties) ?? rules.cellMargins.get((style && attributeOf(style, 'val')) ?? '') ?? 0;
  const position = childNamed(properties, 'tblpPr');
  const indent = numberOf(position ?? childNamed(properties, 'tblInd'), position ? 'tblpX' : 'w') ?? 0;
  return rules.isTextAligned && !isNested(table) ? indent - margin : indent;
}

/** A table with a place that is wider leaves no room for text beside it, in twentieths of a point. */
const maxAsideWidth = 5400;

/** Lets a table with a place stand in the text where it is aligned, or too wide for text beside it. */
function alignPlacedTable(properties: Element, width: number): void {
  const position = childNamed(properties, 'tblpPr');
  if (!position) return;
  const align = attributeOf(position, 'tblpXSpec');
  if (align === null && width <= maxAsideWidth) return;
  if (align === 'center' || align === 'right' || align === 'outside')
    setAttribute(requireChild(properties, 'jc'), 'val', align === 'center' ? 'center' : 'right');
  else if (align === null && attributeOf(position, 'horzAnchor') !== 'page')
    setAttribute(requireChild(properties, 'tblInd'), 'w', attributeOf(position, 'tblpX') ?? '0');
  position.remove();
}

/** The alignment of a row (`w:trPr/w:jc`) aligns its table; the layout library would align the text of its cells. */
function alignByRows(table: Element, properties: Element): void {
  const rows = Array.from(table.children).filter(({ localName }) => localName === 'tr');
  const alignments = rows.flatMap((row) => {
    const own = childNamed(row, 'trPr');
    return (own && childNamed(own, 'jc')) ?? [];
  });
  for (const alignment of alignments) alignment.remove();
  const [first] = alignments;
  if (first && !childNamed(properties, 'jc')) properties.append(first);
}

/**
 * The directions of text in cells (`w:textDirection`), by the names that the layout library takes for them: it draws `lrTb` from
 * top to bottom, in lines from left to right. Null is plain text.
 */
const cellDirections: Readonly<
  Record<string, { readonly name: string; readonly isUpright: boolean } | null>
> = {
  lrTb: null,
  lrTbV: null,
  tb: null,
  tbV: null,
  btLr: { name: 'btLr', isUpright: false },
  lr: { name: 'btLr', isUpright: false },
  tbRl: { name: 'tbRl', isUpright: false },
  rl: { name: 'tbRl', isUpright: false },
  tbRlV: { name: 'tbRl', isUpright: true },
  rlV: { name: 'tbRl', isUpright: true },
  tbLrV: { name: 'lrTb', isUpright: true },
  lrV: { name: 'lrTb', isUpright: true },
};

/** Names the directions of cells for the layout library, and marks the cells whose East Asian letters stand upright. */
function setCellDirections(part: Document): void {
  for (const element of elementsNamed(part, 'textDirection').filter(isWordElement)) {
    const properties = element.parentElement;
    if (properties?.localName !== 'tcPr') continue;
    const direction = cellDirections[attributeOf(element, 'val') ?? ''] ?? null;
    if (!direction) {
      element.remove();
      continue;
    }
    setAttribute(element, 'val', direction.name);
    const paragraph = properties.parentElement && childNamed(properties.parentElement, 'p');
    if (direction.isUpright && paragraph) prependMark(paragraph, marks.uprightCell);
  }
}

/** Gives the tables of a part the columns and the place that office programs give them. */
export function prepareTables(part: Document, rules: TableRules): void {
  setCellDirections(part);
  for (const spacing of elementsNamed(part, 'tblCellSpacing').filter(isWordElement))
    if ((numberOf(spacing, 'w') ?? 0) === 0) spacing.remove();
  for (const table of elementsNamed(part, 'tbl').filter(isWordElement)) {
    const properties = requireChild(table, 'tblPr');
    alignByRows(table, properties);
    const columns = gridOf(table);
    const total = columns.reduce((sum, width) => sum + width, 0);
    if (total > 0 && columns.every((width) => width > 0)) {
      const width = requireChild(properties, 'tblW');
      if (attributeOf(width, 'type') !== 'pct') {
        setAttribute(width, 'type', 'dxa');
        setAttribute(width, 'w', String(total));
      }
      // The library reads the layout from an attribute that Word does not write.
      setAttribute(requireChild(properties, 'tblLayout'), 'val', 'fixed');
    }
    alignPlacedTable(properties, total);
    const alignment = childNamed(properties, 'jc');
    const isAside = /^(center|right|end)$/.test((alignment && attributeOf(alignment, 'val')) ?? '');
    if (isAside) continue;
    const indent = indentOf(table, properties, rules);
    if (indent !== 0) setAttribute(requireChild(properties, 'tblInd'), 'left', String(indent));
  }
}
