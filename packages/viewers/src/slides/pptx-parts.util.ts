import { openZip, readEntry } from '../archive/zip-files.util.ts';
import { pictureTypeOfPath } from '../format/picture-types.rules.ts';
import { type PackageParts, relationshipsOf } from '../sheet/package-parts.rules.ts';
import { elementsOf, textsOf } from '../sheet/xml.rules.ts';
import type { SlideExtras } from './slides.types.ts';

/** The text in the parts of each slide, by the path of the slide. */
export type SlideParts = ReadonlyMap<string, { readonly texts: readonly string[] } & SlideExtras>;

const paragraphsOf = (xml: string): string[] =>
  elementsOf(xml.replace(/<mc:Fallback[\s\S]*?<\/mc:Fallback>/g, ''), 'p')
    .map(({ inner }) => textsOf(inner, 't').join(''))
    .filter((text) => text.trim() !== '');

/** Limit of a single part, whatever the directory of the archive declares. */
const limit = 32 * 1024 * 1024;

async function partsOf(bytes: Uint8Array, pathPattern: RegExp): Promise<PackageParts> {
  const zip = openZip({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  });
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of await zip.getEntries()) {
    if (entry.directory || !pathPattern.test(entry.filename)) continue;
    try {
      parts.set(entry.filename.toLowerCase(), await readEntry(entry, { maxBytes: limit }));
    } catch {
      // A damaged part does not affect the others.
    }
  }
  const bytesOf = (path: string) => parts.get(path.toLowerCase());
  return {
    bytes: bytesOf,
    text: (path) => {
      const part = bytesOf(path);
      return part && new TextDecoder().decode(part);
    },
  };
}

/**
 * The slides in order, with the content of their own parts; null where the archive contains no presentation.
 */
export async function readSlideParts(bytes: Uint8Array, withPictures: boolean): Promise<SlideParts | null> {
  const pathPattern = withPictures
    ? /^ppt\/|^_rels\//
    : /^(ppt\/(slides|diagrams|notesSlides|_rels)\/|_rels\/|ppt\/presentation\.xml)/;
  const parts = await partsOf(bytes, pathPattern);
  const root =
    relationshipsOf(parts, '').find(({ kind }) => kind === 'officeDocument')?.path ?? 'ppt/presentation.xml';
  if (parts.text(root) === undefined) return null;
  const relationships = relationshipsOf(parts, root);
  const paths = elementsOf(parts.text(root) ?? '', 'sldId').flatMap(
    ({ attributes }) => relationships.find(({ id }) => id === attributes['r:id'])?.path ?? [],
  );
  return new Map(paths.map((path) => [path, slideOf(parts, path)]));
}

function slideOf(parts: PackageParts, path: string) {
  const related = relationshipsOf(parts, path);
  const relatedOfKind = (kind: string) => related.filter((relation) => relation.kind === kind);
  const paragraphs = (kind: string) =>
    relatedOfKind(kind).flatMap((part) => paragraphsOf(parts.text(part.path) ?? ''));
  return {
    texts: [...paragraphsOf(parts.text(path) ?? ''), ...paragraphs('diagramData')],
    notes: paragraphs('notesSlide'),
    undrawnTexts: [],
    pictures: relatedOfKind('image').flatMap((image) => {
      const mimeType = pictureTypeOfPath(image.path);
      const picture = mimeType ? parts.bytes(image.path) : undefined;
      return mimeType && picture ? [{ mimeType, bytes: picture }] : [];
    }),
  };
}
