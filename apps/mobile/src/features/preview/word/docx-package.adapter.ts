import JSZip from 'jszip';
import { type PackageParts, type Relation, relationsOf } from '../sheet/package-parts.rules.ts';

/** Access to the parts of a docx. */
export type DocxPackage = {
  /** Parses a part by path, ignoring case; null where it is missing or not well-formed. */
  xml(path: string): Promise<Document | null>;
  text(path: string): Promise<string | null>;
  bytes(path: string): Promise<Uint8Array | null>;
  relations(path: string): readonly Relation[];
  put(path: string, part: Document): void;
  /** Returns the file with all replaced parts. */
  pack(): Promise<Uint8Array<ArrayBuffer>>;
};

/** Strict Office Open XML uses other URIs for the same relationships. */
const strict = /http:\/\/purl\.oclc\.org\/ooxml\/officeDocument\/relationships\//g;
const usual = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

const decoded = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
};

export async function openDocx(bytes: Uint8Array<ArrayBuffer>): Promise<DocxPackage> {
  const zip = await JSZip.loadAsync(bytes);
  const names = new Map(Object.keys(zip.files).map((name) => [nameOf(name), name]));
  const related = new Map<string, string>();
  let isChanged = false;
  for (const [path, name] of names) {
    if (!path.endsWith('.rels')) continue;
    const text = (await zip.file(name)?.async('string')) ?? '';
    const loose = text.replace(strict, usual);
    related.set(path, loose);
    if (loose === text) continue;
    zip.file(name, loose);
    isChanged = true;
  }
  const parts: PackageParts = { text: (path) => related.get(nameOf(path)), bytes: () => undefined };
  const bytesOf = async (path: string) =>
    (await zip.file(names.get(nameOf(path)) ?? '')?.async('uint8array')) ?? null;
  const text = async (path: string) => {
    const content = await bytesOf(path);
    return content && decoded(content);
  };
  return {
    bytes: bytesOf,
    text,
    relations: (path) => relationsOf(parts, path),
    async xml(path) {
      const content = await text(path);
      if (content === null) return null;
      const part = new DOMParser().parseFromString(content, 'application/xml');
      return part.querySelector('parsererror') ? null : part;
    },
    put(path, part) {
      isChanged = true;
      zip.file(names.get(nameOf(path)) ?? path, new XMLSerializer().serializeToString(part));
    },
    pack: async () =>
      isChanged
        ? Uint8Array.from(await zip.generateAsync({ type: 'uint8array', compression: 'STORE' }))
        : bytes,
  };
}

const nameOf = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
