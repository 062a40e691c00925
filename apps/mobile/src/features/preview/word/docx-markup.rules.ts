/** Elements in the order of the document, by name; a list that does not change while the tree does. */
export const named = (root: Document | Element, ...names: readonly string[]): Element[] =>
  names.flatMap((name) => Array.from(root.getElementsByTagNameNS('*', name)));

export const isWordElement = ({ namespaceURI }: Element): boolean =>
  /wordprocessingml/.test(namespaceURI ?? '');

/** The attribute of a name, whatever its prefix. */
export const attributeOf = (element: Element, name: string): string | null =>
  Array.from(element.attributes).find(({ localName }) => localName === name)?.value ?? null;

/** An element of the same language as another one. */
export const sibling = (like: Element, name: string): Element =>
  like.ownerDocument.createElementNS(like.namespaceURI, like.prefix ? `${like.prefix}:${name}` : name);

function wordsOf(like: Element, text: string): Element {
  const words = sibling(like, 't');
  words.textContent = text;
  return words;
}

/** A run that says a text. */
export function runOf(like: Element, text: string): Element {
  const run = sibling(like, 'r');
  run.append(wordsOf(like, text));
  return run;
}

/** What the layout does not look into everywhere; the content may stand in its place. */
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
/** What is said of wrappers, and what was taken out in review. */
const dropped = ['sdtPr', 'sdtEndPr', 'customXmlPr', 'smartTagPr', 'del', 'moveFrom'] as const;

/** Puts what an element holds in its place. */
function unwrap(element: Element): void {
  while (element.firstChild) element.before(element.firstChild);
  element.remove();
}

/** What is read aloud of a character stands behind it: the reading in brackets. */
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

/** The number of a note is no part of the word that it stands at, to whoever searches or hears it. */
function setApart(reference: Element): void {
  reference.before(wordsOf(reference, '\u200b'));
  reference.after(wordsOf(reference, '\u200b'));
}

/** Takes out of a part the markup by which the layout would lose words; whether there was any. */
export function simplify(part: Document): boolean {
  const bodies = named(part, 'body').filter(isWordElement);
  const gone = named(part, ...dropped).filter(isWordElement);
  for (const element of gone) element.remove();
  // From the outermost: what is inside moves once.
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

/** A section without a header of its own has the one of the section before; whether any was without. */
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
