import { pictureTypeOfPath } from '../format/picture-types.rules.ts';
import { type PackageParts, type Relationship, relationshipsOf } from './package-parts.rules.ts';
import type { AnchorCorner, FloatingObject } from './sheet.types.ts';
import { elementOf, elementsOf, textsOf } from './xml.rules.ts';

const emuPerPixel = 9525;
const emuToPixels = (emu: string | undefined) =>
  Math.max(0, Math.min(100_000, (Number(emu) || 0) / emuPerPixel));

function cornerOf(xml: string, name: 'from' | 'to'): AnchorCorner | null {
  const inner = elementOf(xml, name)?.inner;
  if (inner === undefined) return null;
  const [row, column, x, y] = (['row', 'col', 'colOff', 'rowOff'] as const).map(
    (part) => textsOf(inner, part)[0],
  );
  return {
    row: Math.max(0, Number(row) || 0),
    column: Math.max(0, Number(column) || 0),
    x: emuToPixels(x),
    y: emuToPixels(y),
  };
}

const paragraphsOf = (xml: string) =>
  elementsOf(xml, 'p')
    .map(({ inner }) => textsOf(inner, 't').join(''))
    .filter(Boolean);

/** The texts of a chart: its titles and the cached names and values of its cells. */
function chartTexts(xml: string): string[] {
  const rich = elementsOf(xml, 'rich').flatMap(({ inner }) => paragraphsOf(inner));
  const series = ['tx', 'cat'].flatMap((part) =>
    elementsOf(xml, part).flatMap(({ inner }) => (inner.includes('Cache') ? textsOf(inner, 'v') : [])),
  );
  return [...new Set([...rich, ...series])];
}

function pictureOf(
  parts: PackageParts,
  xml: string,
  relationships: readonly Relationship[],
): FloatingObject['picture'] {
  const id = elementOf(xml, 'blip')?.attributes['r:embed'];
  const path = relationships.find((relationship) => relationship.id === id)?.path;
  const mimeType = pictureTypeOfPath(path ?? '');
  const bytes = path && mimeType ? parts.bytes(path) : undefined;
  return bytes && mimeType ? { mimeType, bytes } : null;
}

/** Charts with more characters show their texts alone. */
const maxChartLength = 1_000_000;
/** More charts of a drawing show their texts alone. */
const maxCharts = 50;

function chartXmlOf(parts: PackageParts, xml: string, relationships: readonly Relationship[]): string | null {
  const id = elementOf(xml, 'chart')?.attributes['r:id'];
  const target = relationships.find(
    (relationship) => relationship.id === id && relationship.kind === 'chart',
  );
  const chart = target && parts.text(target.path);
  return chart !== undefined && chart.length <= maxChartLength ? chart : null;
}

function textsWithin(parts: PackageParts, xml: string, relationships: readonly Relationship[]): string[] {
  const relatedXml = (kinds: readonly string[], attribute: string) =>
    Array.from(xml.matchAll(new RegExp(`\\b${attribute}="([^"]+)"`, 'g')), ([, id]) =>
      relationships.find((relationship) => relationship.id === id && kinds.includes(relationship.kind)),
    ).flatMap((relationship) => (relationship ? [parts.text(relationship.path) ?? ''] : []));
  return [
    ...paragraphsOf(xml),
    ...relatedXml(['chart', 'chartEx'], 'r:id').flatMap(chartTexts),
    ...relatedXml(['diagramData'], 'r:dm').flatMap(paragraphsOf),
  ];
}

/** The floating objects of a worksheet: pictures, charts with the theme of the workbook, and the texts of boxes. */
export function xlsxFloatingObjects(
  parts: PackageParts,
  drawingPath: string,
  theme: string,
): FloatingObject[] {
  const xml = parts.text(drawingPath) ?? '';
  const relationships = relationshipsOf(parts, drawingPath);
  const anchors = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'].flatMap((name) =>
    elementsOf(xml, name),
  );
  let charts = 0;
  return anchors.flatMap(({ inner }) => {
    const from = cornerOf(inner, 'from') ?? { row: 0, column: 0, x: 0, y: 0 };
    const extent = elementOf(inner, 'ext')?.attributes ?? {};
    const picture = pictureOf(parts, inner, relationships);
    const texts = textsWithin(parts, inner, relationships);
    const content = charts < maxCharts ? chartXmlOf(parts, inner, relationships) : null;
    const chart = content === null ? null : { chart: content, theme };
    if (chart) charts += 1;
    if (!picture && !chart && texts.length === 0) return [];
    return {
      from,
      to: cornerOf(inner, 'to') ?? { width: emuToPixels(extent['cx']), height: emuToPixels(extent['cy']) },
      picture,
      chart,
      texts,
    };
  });
}
