import {
  attributeOf,
  createElementLike,
  createRun,
  elementsNamed,
  paragraphOf,
} from './docx-markup.rules.ts';

/** The text of related parts (charts, diagrams, inserted files) by relationship id. */
export type RelatedTexts = ReadonlyMap<string, readonly string[]>;

const hasDescendant = (element: Element, ...names: readonly string[]) =>
  elementsNamed(element, ...names).length > 0;

/** The alternative that loses the least content: the layout library supports VML boxes and pictures. */
function bestAlternative(alternate: Element): Element | undefined {
  const branches = Array.from(alternate.children);
  const fallback = branches.find(({ localName }) => localName === 'Fallback');
  const choices = branches.filter(({ localName }) => localName === 'Choice');
  const all = fallback ? [fallback, ...choices] : choices;
  return (
    all.find((branch) => hasDescendant(branch, 'txbxContent')) ??
    all.find((branch) => hasDescendant(branch, 'pict', 'pic')) ??
    all.find((branch) => branch.childElementCount > 0)
  );
}

function resolveAlternates(part: Document): boolean {
  const alternates = elementsNamed(part, 'AlternateContent');
  for (const alternate of alternates) {
    if (!alternate.isConnected) continue;
    alternate.replaceWith(...Array.from(bestAlternative(alternate)?.childNodes ?? []));
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

/**
 * Creates a function that inserts elements after the paragraph of an element, behind those inserted before.
 */
function createParagraphInserter() {
  const last = new Map<Element, Element>();
  return (from: Element, elements: readonly Element[]) => {
    const paragraph = paragraphOf(from);
    const end = elements.at(-1);
    if (!paragraph || !end) return;
    (last.get(paragraph) ?? paragraph).after(...elements);
    last.set(paragraph, end);
  };
}

function moveBoxText(part: Document): boolean {
  const insertAfter = createParagraphInserter();
  const boxes = elementsNamed(part, 'txbxContent').filter((box) => !isDrawn(box));
  for (const box of boxes) {
    insertAfter(box, Array.from(box.children));
    box.remove();
  }
  const drawings = boxes.length > 0 ? elementsNamed(part, 'drawing') : [];
  // A drawing whose text was moved would leave an empty area of its size.
  for (const drawing of drawings)
    if (hasDescendant(drawing, 'txbx') && !hasDescendant(drawing, 'pic')) drawing.remove();
  return boxes.length > 0;
}

/** Elements that refer to a part with text, and the attribute with the relationship id. */
const referringElements = { chart: 'id', relIds: 'dm', altChunk: 'id' } as const;

/** Whether a picture shows what an element refers to: office programs store one of each newer chart. */
function hasPictureInstead(reference: Element): boolean {
  const alternate = reference.closest('AlternateContent');
  const fallback = Array.from(alternate?.children ?? []).find(({ localName }) => localName === 'Fallback');
  return fallback !== undefined && !fallback.contains(reference) && hasDescendant(fallback, 'pic');
}

function insertRelatedTexts(part: Document, related: RelatedTexts): boolean {
  const insertAfter = createParagraphInserter();
  const references = Object.entries(referringElements).flatMap(([name, id]) =>
    elementsNamed(part, name)
      .filter((reference) => !hasPictureInstead(reference))
      .map((reference) => ({ reference, texts: related.get(attributeOf(reference, id) ?? '') ?? [] })),
  );
  const referencesWithText = references.filter(({ texts }) => texts.length > 0);
  for (const { reference, texts } of referencesWithText) {
    const paragraph = paragraphOf(reference);
    const template = paragraph ?? reference;
    const lines = texts.map((text) => {
      const line = createElementLike(template, 'p');
      line.append(createRun(template, text));
      return line;
    });
    if (paragraph) insertAfter(reference, lines);
    else reference.replaceWith(...lines);
  }
  return referencesWithText.length > 0;
}

/**
 * Moves the text of boxes, charts, diagrams and inserted files to where the layout library shows it. Returns
 * whether anything changed.
 */
export function moveHiddenTexts(part: Document, related: RelatedTexts): boolean {
  const hasRelatedTexts = insertRelatedTexts(part, related);
  const hasAlternates = resolveAlternates(part);
  return moveBoxText(part) || hasAlternates || hasRelatedTexts;
}
