/** All elements of these names, as an array that stays stable while the tree changes. */
export const elementsNamed = (root: Document | Element, ...names: readonly string[]): Element[] =>
  names.flatMap((name) => Array.from(root.getElementsByTagNameNS('*', name)));

export const isWordElement = ({ namespaceURI }: Element): boolean =>
  /wordprocessingml/.test(namespaceURI ?? '');

/** An attribute by its local name, regardless of prefix. */
export const attributeOf = (element: Element, name: string): string | null =>
  Array.from(element.attributes).find(({ localName }) => localName === name)?.value ?? null;

/** Creates an element in the same namespace as another one. */
export const createElementLike = (template: Element, name: string): Element =>
  template.ownerDocument.createElementNS(
    template.namespaceURI,
    template.prefix ? `${template.prefix}:${name}` : name,
  );

/** The paragraph that contains an element. */
export function paragraphOf(element: Element): Element | null {
  let paragraph = element.parentElement;
  while (paragraph && !(paragraph.localName === 'p' && isWordElement(paragraph)))
    paragraph = paragraph.parentElement;
  return paragraph;
}

/** The first child with a local name. */
export const childNamed = (element: Element, name: string): Element | undefined =>
  Array.from(element.children).find(({ localName }) => localName === name);

/** Whether a property is present and not switched off. */
export const isOn = (element: Element | undefined): boolean =>
  element !== undefined && !/^(0|false|off)$/.test(attributeOf(element, 'val') ?? '');

/** Sets an attribute of the namespace of its element. */
export function setAttribute(element: Element, name: string, value: string): void {
  const existing = Array.from(element.attributes).find(({ localName }) => localName === name);
  const qualifiedName = element.prefix ? `${element.prefix}:${name}` : name;
  element.setAttributeNS(element.namespaceURI, existing?.name ?? qualifiedName, value);
}

/** A child with a name, which is created as the first child where it is missing. */
export function requireChild(element: Element, name: string): Element {
  const existing = childNamed(element, name);
  if (existing) return existing;
  const child = createElementLike(element, name);
  element.prepend(child);
  return child;
}

function createText(template: Element, text: string): Element {
  const textElement = createElementLike(template, 't');
  textElement.textContent = text;
  return textElement;
}

/** Creates a run with a text. */
export function createRun(template: Element, text: string): Element {
  const run = createElementLike(template, 'r');
  run.append(createText(template, text));
  return run;
}

/**
 * Wrapper elements whose content the layout library does not always find; they are replaced by their content.
 */
const wrappers = [
  'sdt',
  'sdtContent',
  'customXml',
  'smartTag',
  'fldSimple',
  'ins',
  'moveTo',
  'dir',
  'bdo',
] as const;
/** Properties of wrappers, and content that was deleted in review. */
const removedElements = ['sdtPr', 'sdtEndPr', 'customXmlPr', 'smartTagPr', 'del', 'moveFrom'] as const;

/** Replaces an element by its children. */
function unwrap(element: Element): void {
  while (element.firstChild) element.before(element.firstChild);
  element.remove();
}

/** Separates a note reference from the adjacent word, for the search and for screen readers. */
function separateReference(reference: Element): void {
  reference.before(createText(reference, '\u200b'));
  reference.after(createText(reference, '\u200b'));
}

/** Removes the markup in which the layout library would lose text. Returns whether anything changed. */
export function simplifyMarkup(part: Document): boolean {
  const bodies = elementsNamed(part, 'body').filter(isWordElement);
  const removed = elementsNamed(part, ...removedElements).filter(isWordElement);
  for (const element of removed) element.remove();
  // Outermost first, so that inner elements are moved only once.
  const wrapperElements = elementsNamed(part, ...wrappers).filter(isWordElement);
  for (const element of wrapperElements) unwrap(element);
  const returns = elementsNamed(part, 'cr').filter(isWordElement);
  for (const line of returns) line.replaceWith(createElementLike(line, 'br'));
  const notes = elementsNamed(part, 'footnoteReference', 'endnoteReference').filter(isWordElement);
  for (const reference of notes) separateReference(reference);
  const links = elementsNamed(part, 'hyperlink').filter((link) => link.parentElement?.closest('hyperlink'));
  for (const link of links) unwrap(link);
  for (const body of bodies.slice(1)) while (body.firstChild) bodies[0]?.append(body.firstChild);
  const changed = [removed, wrapperElements, returns, notes, links, bodies.slice(1)];
  return changed.some(({ length }) => length > 0);
}

/**
 * A section without its own header inherits that of the previous section. Returns whether anything changed.
 */
export function inheritHeaders(part: Document): boolean {
  const inherited = new Map<string, Element>();
  let isChanged = false;
  for (const section of elementsNamed(part, 'sectPr').filter(isWordElement)) {
    const own = new Map(
      [...section.children]
        .filter(({ localName }) => localName === 'headerReference' || localName === 'footerReference')
        .map((reference) => [`${reference.localName} ${attributeOf(reference, 'type')}`, reference]),
    );
    for (const [kind, reference] of inherited) {
      if (own.has(kind)) continue;
      section.prepend(reference.cloneNode());
      isChanged = true;
    }
    for (const [kind, reference] of own) inherited.set(kind, reference);
  }
  return isChanged;
}
