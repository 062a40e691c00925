import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { openZip, type RandomAccessBytes, readEntry } from '../archive/zip-files.util.ts';
import { unescapeXml } from '../sheet/xml.rules.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { tagsOf } from './markup.rules.ts';
import { type TocItem, tocOfNav, tocOfNcx } from './table-of-contents.rules.ts';

/** Limits of what is unpacked, whatever the archive states. */
const maxFiles = 20_000;
const maxMarkupBytes = 4 * 1024 * 1024;
const maxPictureBytes = 16 * 1024 * 1024;
const maxChapters = 5000;

export type Book = {
  readonly title: string;
  /** Paths of the chapters in reading order. */
  readonly chapters: readonly string[];
  readonly toc: readonly TocItem[];
  /** The path of the file that contains `toc`. */
  readonly tocPath: string;
  /** The markup of a chapter, or of another file. */
  readonly readText: (path: string) => Promise<string>;
  readonly hasFile: (path: string) => boolean;
  /** The bytes of a picture; null where there is none, or a too large one. */
  readonly readPicture: (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;
};

/** A path in the archive from an address in one of its files; null where it leads outside. */
export function pathOf(address: string, from: string): string | null {
  const [reference = ''] = address.split(/[#?]/, 1);
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.startsWith('//')) return null;
  let decoded = reference;
  try {
    decoded = decodeURIComponent(reference);
  } catch {
    // The name contains a percent sign.
  }
  const segments = decoded.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return reference === '' ? from : segments.join('/');
}

/** Fonts of a book may be obfuscated; other encryption needs the key of a shop. */
const fontAlgorithms = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc/;

/** The paths that `META-INF/encryption.xml` names. */
function encryptedPaths(xml: string): ReadonlySet<string> {
  const paths = new Set<string>();
  let isFont = false;
  for (const { name, isEnd, attributes } of tagsOf(xml)) {
    if (isEnd) continue;
    if (name === 'encrypteddata') isFont = false;
    if (name === 'encryptionmethod') isFont = fontAlgorithms.test(attributes['Algorithm'] ?? '');
    if (name === 'cipherreference' && !isFont) paths.add(pathOf(attributes['URI'] ?? '', '') ?? '');
  }
  return paths;
}

type Package = Pick<Book, 'title' | 'chapters'> & {
  readonly nav: string | null;
  readonly ncx: string | null;
};

/** Reads title, manifest and reading order of a package document. */
function readPackage(xml: string, path: string): Package {
  const paths = new Map<string, string>();
  const chapters: string[] = [];
  let title = '';
  let nav: string | null = null;
  let ncx: string | null = null;
  for (const { name, isEnd, attributes, textBefore } of tagsOf(xml)) {
    if (name === 'title' && isEnd && title === '') title = unescapeXml(textBefore).trim().slice(0, 500);
    if (isEnd) continue;
    if (name === 'item') {
      const target = pathOf(attributes['href'] ?? '', path);
      if (target === null) continue;
      paths.set(attributes['id'] ?? '', target);
      if (/\bnav\b/.test(attributes['properties'] ?? '')) nav = target;
      if (attributes['media-type'] === 'application/x-dtbncx+xml') ncx = target;
    }
    if (name === 'itemref' && chapters.length < maxChapters) {
      const target = paths.get(attributes['idref'] ?? '');
      if (target !== undefined) chapters.push(target);
    }
  }
  return { title, chapters, nav, ncx };
}

/**
 * Opens an EPUB: reads its package document and its table of contents.
 * @throws ViewerError `encryptionUnsupported`, `tooLarge` or `unreadable`
 */
export async function openBook(source: RandomAccessBytes): Promise<Book> {
  const files = new Map<string, FileEntry>();
  for await (const entry of openZip(source).getEntriesGenerator()) {
    if (!entry.directory) files.set(entry.filename.replaceAll('\\', '/').replace(/^\/+/, ''), entry);
    if (files.size > maxFiles) throw new ViewerError('tooLarge');
  }
  const readText = async (path: string) => {
    const entry = files.get(path);
    if (!entry) throw new ViewerError('unreadable');
    const bytes = await readEntry(entry, { maxBytes: maxMarkupBytes });
    const [first, second] = bytes;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    return new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  };
  const container = await readText('META-INF/container.xml');
  const rootFile = Array.from(tagsOf(container)).find(({ name, isEnd }) => name === 'rootfile' && !isEnd);
  const packagePath = pathOf(rootFile?.attributes['full-path'] ?? '', '') ?? '';
  const { title, chapters, nav, ncx } = readPackage(await readText(packagePath), packagePath);
  const present = chapters.filter((path) => files.has(path));
  if (present.length === 0) throw new ViewerError('unreadable');
  if (files.has('META-INF/encryption.xml')) {
    const encrypted = encryptedPaths(await readText('META-INF/encryption.xml'));
    if (present.some((path) => encrypted.has(path))) throw new ViewerError('encryptionUnsupported');
  }
  const tocPath = [nav, ncx].find((path): path is string => path !== null && files.has(path)) ?? '';
  // A book without contents, or with damaged ones, can be read from its beginning.
  const tocText = tocPath === '' ? '' : await readText(tocPath).catch(() => '');
  return {
    title,
    chapters: present,
    toc: tocPath === nav ? tocOfNav(tocText) : tocOfNcx(tocText),
    tocPath,
    readText,
    hasFile: (path) => files.has(path),
    async readPicture(path) {
      const entry = files.get(path);
      return entry ? readEntry(entry, { maxBytes: maxPictureBytes }).catch(() => null) : null;
    },
  };
}
