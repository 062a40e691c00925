import { attributeOf, isWordElement, named, runOf, sibling } from './docx-markup.rules.ts';

/** The text of related parts (charts, diagrams, inserted files) by relationship id. */
export type RelatedWords = ReadonlyMap<string, readonly string[]>;

const has = (element: Element, ...names: readonly string[]) => named(element, ...names).length > 0;

/** The alternative that loses the least content: the layout library supports VML boxes and pictures. */
function branchOf(alternate: Element): Element | undefined {
  const branches = Array.from(alternate.children);
  const older = branches.find(({ localName }) => localName === 'Fallback');
  const newer = branches.filter(({ localName }) => localName === 'Choice');
  const all = older ? [older, ...newer] : newer;
  return (
    all.find((branch) => has(branch, 'txbxContent')) ??
    all.find((branch) => has(branch, 'pict', 'pic')) ??
    all.find((branch) => branch.childElementCount > 0)
  );
}

function choose(part: Document): boolean {
  const alternates = named(part, 'AlternateContent');
  for (const alternate of alternates) {
    if (!alternate.isConnected) continue;
    alternate.replaceWith(...Array.from(branchOf(alternate)?.childNodes ?? []));
  }
  return alternates.length > 0;
}

/** The VML shapes that the layout library draws. */
const drawnShapes = new Set(['rect', 'oval', 'line', 'shape', 'textbox']);

function isDrawn(box: Element): boolean {
  let shape = box.parentElement;
  while (shape && drawnShapes.has(shape.localName)) shape = shape.parentElement;
  return shape?.localName === 'pict' && shape.parentElement?.localName === 'r';
}

/** The paragraph that contains an element. */
function hostOf(element: Element): Element | null {
  let host = element.parentElement;
  while (host && !(host.localName === 'p' && isWordElement(host))) host = host.parentElement;
  return host;
}

/**
 * Creates a function that inserts elements after the paragraph of an element, behind those inserted before.
 */
function createShelf() {
  const last = new Map<Element, Element>();
  return (from: Element, elements: readonly Element[]) => {
    const host = hostOf(from);
    const end = elements.at(-1);
    if (!host || !end) return;
    (last.get(host) ?? host).after(...elements);
    last.set(host, end);
  };
}

function takeOutBoxes(part: Document): boolean {
  const put = createShelf();
  const boxes = named(part, 'txbxContent').filter((box) => !isDrawn(box));
  for (const box of boxes) {
    put(box, Array.from(box.children));
    box.remove();
  }
  const empty = boxes.length > 0 ? named(part, 'drawing') : [];
  // A drawing whose text was moved would leave an empty area of its size.
  for (const drawing of empty) if (has(drawing, 'txbx') && !has(drawing, 'pic')) drawing.remove();
  return boxes.length > 0;
}

/** Elements that refer to a part with text, and the attribute with the relationship id. */
const callers = { chart: 'id', relIds: 'dm', altChunk: 'id' } as const;

function sayRelated(part: Document, related: RelatedWords): boolean {
  const put = createShelf();
  const calling = Object.entries(callers).flatMap(([name, id]) =>
    named(part, name).map((caller) => ({ caller, texts: related.get(attributeOf(caller, id) ?? '') ?? [] })),
  );
  const spoken = calling.filter(({ texts }) => texts.length > 0);
  for (const { caller, texts } of spoken) {
    const host = hostOf(caller);
    const like = host ?? caller;
    const lines = texts.map((text) => {
      const line = sibling(like, 'p');
      line.append(runOf(like, text));
      return line;
    });
    if (host) put(caller, lines);
    else caller.replaceWith(...lines);
  }
  return spoken.length > 0;
}

/**
 * Moves the text of boxes, charts, diagrams and inserted files to where the layout library shows it. Returns
 * whether anything changed.
 */
export function bringOutWords(part: Document, related: RelatedWords): boolean {
  const isSpoken = sayRelated(part, related);
  const isChosen = choose(part);
  return takeOutBoxes(part) || isChosen || isSpoken;
}
