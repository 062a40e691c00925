/** The parts of a Word document (docx) that name its headers and footers. */
export type HeaderParts = {
  /** The text of the document. */
  readonly body: string;
  /** The relationships of the document. */
  readonly relationships: string;
  /** The types of all parts. */
  readonly types: string;
};

const relationshipSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordSpace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const sectionStart = '<w:sectPr';
const sectionTag = /^<w:sectPr[\s>]/;
const sectionEnd = '</w:sectPr>';
/** A tracked change follows the properties and contains the former ones. */
const formerProperties = '<w:sectPrChange';
/** Longer properties are no section's, and more sections than in any document are slow to search. */
const maxSectionLength = 20_000;
const maxSections = 5_000;
const isFirst = /w:type=["']first["']/;
const hasTitlePage = /<w:titlePg\b(?![^>]*w:val="(?:0|false|off)")/;

/** A reference is inserted before the others. The engine needs that of the header before that of the footer. */
const kinds = [
  { name: 'footer', root: 'ftr', reference: /<w:footerReference\b[^>]*>/g },
  { name: 'header', root: 'hdr', reference: /<w:headerReference\b[^>]*>/g },
] as const;

/** A paragraph of one point. */
const tinyParagraph =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>';

const identifier = (name: string) => `rIdFirst-${name}`;
const partName = (name: string) => `word/first-${name}.xml`;

/** Inserts a text before the end of an element. */
const append = (xml: string, end: string, text: string) => xml.replace(end, () => text + end);

/**
 * Gives first pages that have no header or no footer, while the other pages have one, an empty one of a point. The engine would keep
 * room for a paragraph that the document does not contain. A section without a first header has that of the section before it.
 * @returns the changed parts and the new ones by their names, or null if no page lacks a header.
 */
export function addFirstPageHeaders(
  parts: HeaderParts,
): (HeaderParts & { readonly added: ReadonlyMap<string, string> }) | null {
  const { relationships, types } = parts;
  if (!parts.body.includes(wordSpace) || !types.includes('</Types>')) return null;
  if (!relationships.includes('</Relationships>')) return null;
  let body = parts.body;
  const missing = kinds.filter(({ name, reference }) => {
    const changed = addReference(body, name, reference);
    if (changed !== null) body = changed;
    return changed !== null;
  });
  if (missing.length === 0) return null;
  const relationship = ({ name }: { name: string }) =>
    `<Relationship Id="${identifier(name)}" Type="${relationshipSpace}/${name}" Target="first-${name}.xml"/>`;
  const override = ({ name }: { name: string }) =>
    `<Override PartName="/${partName(name)}" ContentType="${contentType}.${name}+xml"/>`;
  return {
    body,
    relationships: append(relationships, '</Relationships>', missing.map(relationship).join('')),
    types: append(types, '</Types>', missing.map(override).join('')),
    added: new Map(
      missing.map(({ name, root }) => [
        partName(name),
        `<w:${root} xmlns:w="${wordSpace}">${tinyParagraph}</w:${root}>`,
      ]),
    ),
  };
}

/** The properties of sections, and where they start in the text. */
function* sectionsOf(body: string): Generator<{ readonly properties: string; readonly start: number }> {
  let at = body.indexOf(sectionStart);
  for (let count = 0; at >= 0 && count < maxSections; count += 1) {
    const text = body.slice(at, at + maxSectionLength);
    const start = text.indexOf('>') + 1;
    const end = text.indexOf(sectionEnd, start);
    const isEmpty = text[start - 2] === '/';
    const isSection = sectionTag.test(text) && start > 0 && end >= 0 && !isEmpty;
    const [properties = ''] = text.slice(start, end).split(formerProperties, 1);
    if (isSection) yield { properties, start: at + start };
    at = body.indexOf(sectionStart, isSection ? at + end : at + 1);
  }
}

/** Refers to a new header or footer in the first section that lacks it. @returns null if none does. */
function addReference(body: string, name: string, reference: RegExp): string | null {
  let hasReference = false;
  for (const { properties, start } of sectionsOf(body)) {
    const references = properties.match(reference) ?? [];
    if (references.some((text) => isFirst.test(text))) return null;
    hasReference ||= references.length > 0;
    if (!hasReference || !hasTitlePage.test(properties)) continue;
    const added = `<w:${name}Reference xmlns:r="${relationshipSpace}" w:type="first" r:id="${identifier(name)}"/>`;
    return body.slice(0, start) + added + body.slice(start);
  }
  return null;
}
