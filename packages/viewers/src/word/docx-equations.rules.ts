import {
  attributeOf,
  childNamed,
  createElementLike,
  elementsNamed,
  isOn,
  isWordElement,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';

const isMathElement = ({ namespaceURI }: Element): boolean => /math/.test(namespaceURI ?? '');

const mathNamed = (part: Document, ...names: readonly string[]) =>
  elementsNamed(part, ...names).filter(isMathElement);

/** How a display equation is aligned (`m:jc`), as alignments of paragraphs. */
const alignments: Readonly<Record<string, string>> = { left: 'left', right: 'right', center: 'center' };

const justificationOf = (properties: Element | undefined, name: string): string | null => {
  const element = properties && childNamed(properties, name);
  return element ? attributeOf(element, 'val') : null;
};

/** The alignment of the display equations of a document that state none. */
export const equationAlignmentOf = (settings: Document | null): string =>
  justificationOf(settings ? mathNamed(settings, 'mathPr')[0] : undefined, 'defJc') ?? 'centerGroup';

/** Replaces an element of mathematics by one with another name and the same content. */
function rename(element: Element, name: string): Element {
  const renamed = createElementLike(element, name);
  renamed.append(...Array.from(element.childNodes));
  element.replaceWith(renamed);
  return renamed;
}

/** An element over another one, as the layout library knows it: `m:groupChr` with its character above. */
function renameToGroup(element: Element, character: string | null): void {
  const group = rename(element, 'groupChr');
  for (const old of ['accPr', 'limUppPr']) childNamed(group, old)?.remove();
  const properties = requireChild(group, 'groupChrPr');
  setAttribute(requireChild(properties, 'vertJc'), 'val', 'bot');
  if (character !== null) setAttribute(requireChild(properties, 'chr'), 'val', character);
}

/** A base with an index and an exponent as one with an exponent whose base has the index. */
function nestScripts(element: Element): void {
  const [base, sub, sup] = ['e', 'sub', 'sup'].map((name) => childNamed(element, name));
  if (!base || !sub || !sup) return;
  const indexed = createElementLike(element, 'sSub');
  const holder = createElementLike(element, 'e');
  indexed.append(base, sub);
  holder.append(indexed);
  const raised = createElementLike(element, 'sSup');
  raised.append(holder, sup);
  element.replaceWith(raised);
}

/** The circumflex accent, which equations have where they state none. */
const defaultAccent = '\u0302';

/** Completes equations where the layout library would lose content or stop, and marks upright letters in their runs. */
function completeEquations(part: Document): void {
  for (const accent of mathNamed(part, 'acc')) {
    const properties = childNamed(accent, 'accPr');
    renameToGroup(accent, justificationOf(properties, 'chr') ?? defaultAccent);
  }
  for (const limit of mathNamed(part, 'limUpp')) renameToGroup(limit, null);
  for (const scripts of mathNamed(part, 'sSubSup')) nestScripts(scripts);
  for (const box of mathNamed(part, 'borderBox', 'phant')) rename(box, 'box');
  for (const element of mathNamed(part, 'd', 'groupChr', 'bar'))
    requireChild(element, `${element.localName}Pr`);
  for (const element of mathNamed(part, 'nary', 'sPre', 'rad'))
    if (!childNamed(element, 'e')) element.append(createElementLike(element, 'e'));
}

/** Whether the letters of a run of an equation are upright. */
function isUpright(run: Element): boolean {
  const properties = childNamed(run, 'rPr');
  if (!properties || !isMathElement(properties)) return false;
  const normal = childNamed(properties, 'nor');
  return isOn(normal) || /^[pb]$/.test(justificationOf(properties, 'sty') ?? '');
}

function markUprightRuns(part: Document, template: Element): void {
  for (const run of mathNamed(part, 'r').filter(isUpright)) {
    const own = Array.from(run.children).find((child) => child.localName === 'rPr' && isWordElement(child));
    const properties = own ?? createElementLike(template, 'rPr');
    if (!own) childNamed(run, 'rPr')?.after(properties);
    setAttribute(requireChild(properties, 'i'), 'val', '0');
  }
}

/** Whether a paragraph has text beside its display equation. */
const hasText = (paragraph: Element): boolean =>
  Array.from(paragraph.children).some((child) => child.localName !== 'oMathPara' && child.textContent !== '');

/** Aligns display equations (`m:oMathPara`), and completes what the layout library does not know. */
export function prepareEquations(part: Document, defaultAlignment: string): void {
  const template = elementsNamed(part, 'p').find(isWordElement);
  if (!template || mathNamed(part, 'oMath').length === 0) return;
  completeEquations(part);
  markUprightRuns(part, template);
  for (const equation of mathNamed(part, 'oMathPara')) {
    const paragraph = equation.parentElement;
    if (paragraph?.localName !== 'p' || hasText(paragraph)) continue;
    const own = justificationOf(childNamed(equation, 'oMathParaPr'), 'jc');
    const properties = requireChild(paragraph, 'pPr');
    setAttribute(requireChild(properties, 'jc'), 'val', alignments[own ?? defaultAlignment] ?? 'center');
  }
}
