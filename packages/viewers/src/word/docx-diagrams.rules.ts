import { colorIn, type ThemeColor } from '../drawingml/drawing-color.rules.ts';
import {
  attributeOf,
  childNamed,
  createElementLike,
  createRun,
  elementsNamed,
  paragraphOf,
  setAttribute,
} from './docx-markup.rules.ts';

/** The drawn shapes of diagrams (SmartArt), or their data where no program stored them, by the relationship of the data. */
export type Diagrams = ReadonlyMap<string, Document>;

/** More shapes of a diagram are left out. */
const maxShapes = 500;
const halfPointsPerUnit = 1 / 50;
const alignments: Readonly<Record<string, string>> = { ctr: 'center', r: 'right', just: 'both' };

const firstNamed = (root: Document | Element | undefined, name: string): Element | undefined =>
  root && elementsNamed(root, name)[0];

const colorOf = (element: Element | undefined, themeColor: ThemeColor): string | null =>
  element ? colorIn(element, themeColor) : null;

/** Creates a child of a Word element with a value. */
function addProperty(parent: Element, name: string, value: string): void {
  const property = createElementLike(parent, name);
  setAttribute(property, 'val', value);
  parent.append(property);
}

/** How the text of a shape is converted. */
type TextContext = {
  readonly template: Element;
  readonly color: string | null;
  readonly themeColor: ThemeColor;
  /** The size of text that states none, in hundredths of a point. */
  readonly defaultSize: number;
  /** The distance of lines, in 240ths of a line. */
  readonly line: number;
};

const defaultSize = 1800;

/** A run of DrawingML as a run of WordprocessingML. */
function convertRun(
  run: Element,
  { template, color, themeColor, defaultSize: byDefault }: TextContext,
): Element {
  const converted = createRun(template, firstNamed(run, 't')?.textContent ?? '');
  if (run.localName === 'br') converted.replaceChildren(createElementLike(template, 'br'));
  const own = childNamed(run, 'rPr');
  const properties = createElementLike(template, 'rPr');
  const fonts = createElementLike(template, 'rFonts');
  setAttribute(fonts, 'asciiTheme', 'minorHAnsi');
  properties.append(fonts);
  if (/^(1|true)$/.test(own?.getAttribute('b') ?? '')) properties.append(createElementLike(template, 'b'));
  const shown = colorOf(own && childNamed(own, 'solidFill'), themeColor) ?? color;
  if (shown?.startsWith('#')) addProperty(properties, 'color', shown.slice(1, 7));
  const size = Number(own?.getAttribute('sz')) || byDefault;
  addProperty(properties, 'sz', String(Math.round(size * halfPointsPerUnit)));
  converted.prepend(properties);
  return converted;
}

/** The distance of lines in diagrams. */
const diagramLine = 216;
const plainLine = 240;

function convertParagraph(paragraph: Element, context: TextContext): Element {
  const { template, line } = context;
  const converted = createElementLike(template, 'p');
  const properties = createElementLike(template, 'pPr');
  const spacing = createElementLike(template, 'spacing');
  for (const [name, value] of [
    ['before', '0'],
    ['after', '0'],
    ['line', String(line)],
    ['lineRule', 'auto'],
  ] as const)
    setAttribute(spacing, name, value);
  properties.append(spacing);
  const align = alignments[childNamed(paragraph, 'pPr')?.getAttribute('algn') ?? ''];
  if (align !== undefined) addProperty(properties, 'jc', align);
  const runs = Array.from(paragraph.children).filter(({ localName }) => /^(r|fld|br)$/.test(localName));
  converted.append(properties, ...runs.map((run) => convertRun(run, context)));
  return converted;
}

/** A shape of a diagram as shapes of Word: its outline, and its text in the frame of the text. */
function convertShape(shape: Element, template: Element, themeColor: ThemeColor, line: number): Element[] {
  const { ownerDocument } = template;
  const properties = childNamed(shape, 'spPr');
  if (!properties) return [];
  const namespace = shape.namespaceURI;
  const create = (name: string) => ownerDocument.createElementNS(namespace, name);
  const style = childNamed(shape, 'style');
  const outline = create('wsp');
  outline.append(ownerDocument.importNode(properties, true));
  if (style) outline.append(ownerDocument.importNode(style, true));
  const holder = childNamed(shape, 'txSp') ?? shape;
  const body = childNamed(holder, 'txBody');
  const paragraphs = body ? Array.from(body.children).filter(({ localName }) => localName === 'p') : [];
  if (!body || paragraphs.every(({ textContent }) => textContent.trim() === '')) return [outline];
  const color = colorOf(style && childNamed(style, 'fontRef'), themeColor);
  const place = childNamed(shape, 'txXfrm') ?? childNamed(properties, 'xfrm');
  const text = createTextShape(outline, {
    place: Array.from(place?.children ?? [], (child) => ownerDocument.importNode(child, true)),
    paragraphs: paragraphs.map((each) =>
      convertParagraph(each, { template, color, themeColor, defaultSize, line }),
    ),
    template,
  });
  const settings = childNamed(body, 'bodyPr');
  if (settings) text.append(ownerDocument.importNode(settings, true));
  return [outline, text];
}

type ShapeText = {
  /** The children of the transform. */
  readonly place: readonly Element[];
  readonly paragraphs: readonly Element[];
  readonly template: Element;
};

/** A shape without an outline that has text. */
function createTextShape(sibling: Element, { place, paragraphs, template }: ShapeText): Element {
  const create = (name: string) => createElementLike(sibling, name);
  const text = create('wsp');
  const frame = create('spPr');
  const transform = create('xfrm');
  transform.append(...place);
  const line = create('ln');
  line.append(create('noFill'));
  frame.append(transform, create('noFill'), line);
  const box = create('txbx');
  const content = createElementLike(template, 'txbxContent');
  content.append(...paragraphs);
  box.append(content);
  text.append(frame, box);
  return text;
}

const emuPerPoint = 12_700;
/** A line of text is higher than its font. */
const lineShare = 1.5;

/**
 * The texts of a diagram without stored shapes, below each other in its area. Word lays out such a diagram itself, from its
 * definition; here its text stays readable, and the text around it stays in its place.
 */
function listTexts(
  data: Document,
  group: Element,
  { template, size: { cx, cy }, themeColor }: ListContext,
): Element[] {
  const paragraphs = elementsNamed(data, 'p')
    .filter(({ textContent }) => textContent.trim() !== '')
    .slice(0, maxShapes);
  const height = Math.floor(Number(cy) / Math.max(1, paragraphs.length)) || 0;
  const largest = Math.floor((height / emuPerPoint / lineShare) * 100);
  const size = Math.max(100, Math.min(defaultSize, largest));
  return paragraphs.map((paragraph, at) => {
    const offset = createElementLike(group, 'off');
    offset.setAttribute('x', '0');
    offset.setAttribute('y', String(at * height));
    const extent = createElementLike(group, 'ext');
    extent.setAttribute('cx', cx);
    extent.setAttribute('cy', String(height));
    const context = { template, color: null, themeColor, defaultSize: size, line: diagramLine };
    const shape = createTextShape(group, {
      place: [offset, extent],
      paragraphs: [convertParagraph(paragraph, context)],
      template,
    });
    const settings = createElementLike(group, 'bodyPr');
    for (const [name, value] of Object.entries(listInsets)) settings.setAttribute(name, value);
    shape.append(settings);
    return shape;
  });
}

const listInsets = { anchor: 'ctr', tIns: '0', bIns: '0' };

type ListContext = {
  readonly template: Element;
  readonly size: { readonly cx: string; readonly cy: string };
  readonly themeColor: ThemeColor;
};

/** Replaces the diagrams of a part by the shapes that the program that stored them drew (`dsp:drawing`), or by their texts. */
export function drawDiagrams(part: Document, diagrams: Diagrams, themeColor: ThemeColor): void {
  for (const reference of elementsNamed(part, 'relIds')) {
    const drawing = diagrams.get(attributeOf(reference, 'dm') ?? '');
    const data = reference.parentElement;
    const frame = data?.parentElement?.parentElement;
    const extent = frame && childNamed(frame, 'extent');
    const paragraph = paragraphOf(reference);
    if (!drawing || !data || !extent || !paragraph) continue;
    const create = (name: string, attributes: Readonly<Record<string, string>> = {}) => {
      const element = part.createElementNS(data.namespaceURI, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const size = { cx: extent.getAttribute('cx') ?? '0', cy: extent.getAttribute('cy') ?? '0' };
    const transform = create('xfrm');
    const origin = { x: '0', y: '0' };
    transform.append(
      create('off', origin),
      create('ext', size),
      create('chOff', origin),
      create('chExt', size),
    );
    const properties = create('grpSpPr');
    properties.append(transform);
    const group = create('wgp');
    const shapes = elementsNamed(drawing, 'sp').slice(0, maxShapes);
    group.append(
      properties,
      ...shapes.flatMap((shape) => convertShape(shape, paragraph, themeColor, diagramLine)),
    );
    if (shapes.length === 0)
      group.append(...listTexts(drawing, group, { template: paragraph, size, themeColor }));
    data.replaceChildren(group);
  }
}

const maxDepth = 16;

/** The nodes of a locked canvas as those of a group of Word. */
function convertNodes(parent: Element, template: Element, themeColor: ThemeColor, depth: number): Element[] {
  if (depth > maxDepth) return [];
  return Array.from(parent.children)
    .slice(0, maxShapes)
    .flatMap((node) => {
      if (node.localName === 'sp') return convertShape(node, template, themeColor, plainLine);
      if (node.localName === 'grpSp')
        node.replaceChildren(
          ...Array.from(node.children).filter(({ localName }) => localName === 'grpSpPr'),
          ...convertNodes(node, template, themeColor, depth + 1),
        );
      return ['grpSp', 'pic', 'cxnSp'].includes(node.localName) ? [node] : [];
    });
}

/** Replaces locked canvases, shapes that were pasted from a presentation (`lc:lockedCanvas`), by groups of Word. */
export function drawLockedCanvases(part: Document, themeColor: ThemeColor): void {
  for (const canvas of elementsNamed(part, 'lockedCanvas')) {
    const paragraph = paragraphOf(canvas);
    const properties = childNamed(canvas, 'grpSpPr');
    if (!paragraph || !properties) continue;
    const group = part.createElementNS(properties.namespaceURI, 'wgp');
    group.append(properties, ...convertNodes(canvas, paragraph, themeColor, 0));
    canvas.replaceWith(group);
  }
}

/** The relationship of the drawn shapes of a diagram, which its data names. */
export const drawingRelationshipOf = (data: Document): string | null =>
  firstNamed(data, 'dataModelExt')?.getAttribute('relId') ?? null;
