/** All elements of these names, as an array that stays stable while the tree changes. */
export const named = (root: Document | Element, ...names: readonly string[]): Element[] =>
  names.flatMap((name) => Array.from(root.getElementsByTagNameNS('*', name)));

export const isWordElement = ({ namespaceURI }: Element): boolean =>
  /wordprocessingml/.test(namespaceURI ?? '');

/** An attribute by its local name, regardless of prefix. */
export const attributeOf = (element: Element, name: string): string | null =>
  Array.from(element.attributes).find(({ localName }) => localName === name)?.value ?? null;

/** Creates an element in the same namespace as another one. */
export const sibling = (like: Element, name: string): Element =>
  like.ownerDocument.createElementNS(like.namespaceURI, like.prefix ? `${like.prefix}:${name}` : name);

function wordsOf(like: Element, text: string): Element {
  const words = sibling(like, 't');
  words.textContent = text;
  return words;
}

/** Creates a run with a text. */
export function runOf(like: Element, text: string): Element {
  const run = sibling(like, 'r');
  run.append(wordsOf(like, text));
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
const dropped = ['sdtPr', 'sdtEndPr', 'customXmlPr', 'smartTagPr', 'del', 'moveFrom'] as const;

/** Replaces an element by its children. */
function unwrap(element: Element): void {
  while (element.firstChild) element.before(element.firstChild);
  element.remove();
}

/** Replaces ruby annotations by the base text followed by the reading in parentheses. */
function spellOut(ruby: Element): void {
  const host = ruby.parentElement;
  const within = (name: string) =>
    named(ruby, name)
      .slice(0, 1)
      .flatMap((part) => Array.from(part.children));
  if (host?.localName === 'r')
    host.after(...within('rubyBase'), runOf(host, '('), ...within('rt'), runOf(host, ')'));
  ruby.remove();
}

/** Separates a note reference from the adjacent word, for the search and for screen readers. */
function setApart(reference: Element): void {
  reference.before(wordsOf(reference, '\u200b'));
  reference.after(wordsOf(reference, '\u200b'));
}

/** Removes the markup in which the layout library would lose text. Returns whether anything changed. */
export function simplify(part: Document): boolean {
  const bodies = named(part, 'body').filter(isWordElement);
  const gone = named(part, ...dropped).filter(isWordElement);
  for (const element of gone) element.remove();
  // Outermost first, so that inner elements are moved only once.
  const wrapping = named(part, ...wrappers).filter(isWordElement);
  for (const element of wrapping) unwrap(element);
  const rubies = named(part, 'ruby').filter(isWordElement).toReversed();
  for (const ruby of rubies) spellOut(ruby);
  const returns = named(part, 'cr').filter(isWordElement);
  for (const line of returns) line.replaceWith(sibling(line, 'br'));
  const notes = named(part, 'footnoteReference', 'endnoteReference').filter(isWordElement);
  for (const reference of notes) setApart(reference);
  const links = named(part, 'hyperlink').filter((link) => link.parentElement?.closest('hyperlink'));
  for (const link of links) unwrap(link);
  for (const body of bodies.slice(1)) while (body.firstChild) bodies[0]?.append(body.firstChild);
  const changed = [gone, wrapping, rubies, returns, notes, links, bodies.slice(1)];
  return changed.some(({ length }) => length > 0);
}

/**
 * A section without its own header inherits that of the previous section. Returns whether anything changed.
 */
export function inheritHeaders(part: Document): boolean {
  const known = new Map<string, Element>();
  let isChanged = false;
  for (const section of named(part, 'sectPr').filter(isWordElement)) {
    const own = new Map(
      [...section.children]
        .filter(({ localName }) => localName === 'headerReference' || localName === 'footerReference')
        .map((reference) => [`${reference.localName} ${attributeOf(reference, 'type')}`, reference]),
    );
    for (const [kind, reference] of known) {
      if (own.has(kind)) continue;
      section.prepend(reference.cloneNode());
      isChanged = true;
    }
    for (const [kind, reference] of own) known.set(kind, reference);
  }
  return isChanged;
}
