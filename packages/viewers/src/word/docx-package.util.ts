import JSZip from 'jszip';
import { type PackageParts, type Relationship, relationshipsOf } from '../sheet/package-parts.rules.ts';
import { withTransitionalNamespaces, writePlainLengths } from './docx-strict.rules.ts';

/** Access to the parts of a docx. */
export type DocxPackage = {
  /** Parses a part by path, ignoring case; null where it is missing or not well-formed. */
  xml(path: string): Promise<Document | null>;
  text(path: string): Promise<string | null>;
  bytes(path: string): Promise<Uint8Array | null>;
  relationships(path: string): readonly Relationship[];
  replacePart(path: string, part: Document): void;
  /** Removes the parts that exist and are not well-formed. */
  removeDamaged(paths: readonly string[]): Promise<void>;
  /** Returns the file with all replaced parts. */
  pack(): Promise<Uint8Array<ArrayBuffer>>;
};

/** Strict Office Open XML uses other URIs for the same relationships. */
const strictNamespace = /http:\/\/purl\.oclc\.org\/ooxml\/officeDocument\/relationships\//g;
const transitionalNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

const decodeXml = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
};

export async function openDocx(bytes: Uint8Array<ArrayBuffer>): Promise<DocxPackage> {
  const zip = await JSZip.loadAsync(bytes);
  const names = new Map(Object.keys(zip.files).map((name) => [normalizePath(name), name]));
  const relationshipParts = new Map<string, string>();
  let isChanged = false;
  for (const [path, name] of names) {
    if (!path.endsWith('.rels')) continue;
    const text = (await zip.file(name)?.async('string')) ?? '';
    const transitionalText = text.replace(strictNamespace, transitionalNamespace);
    relationshipParts.set(path, transitionalText);
    if (transitionalText === text) continue;
    zip.file(name, transitionalText);
    isChanged = true;
  }
  const parts: PackageParts = {
    text: (path) => relationshipParts.get(normalizePath(path)),
    bytes: () => undefined,
  };
  const bytesOf = async (path: string) =>
    (await zip.file(names.get(normalizePath(path)) ?? '')?.async('uint8array')) ?? null;
  const text = async (path: string) => {
    const content = await bytesOf(path);
    return content && decodeXml(content);
  };
  const xml = async (path: string) => {
    const content = await text(path);
    if (content === null) return null;
    const part = new DOMParser().parseFromString(withTransitionalNamespaces(content), 'application/xml');
    if (part.querySelector('parsererror')) return null;
    writePlainLengths(part, content);
    return part;
  };
  return {
    bytes: bytesOf,
    text,
    relationships: (path) => relationshipsOf(parts, path),
    xml,
    async removeDamaged(paths) {
      for (const path of paths) {
        const name = names.get(normalizePath(path));
        if (name === undefined || (await xml(path)) !== null) continue;
        zip.remove(name);
        isChanged = true;
      }
    },
    replacePart(path, part) {
      isChanged = true;
      zip.file(names.get(normalizePath(path)) ?? path, new XMLSerializer().serializeToString(part));
    },
    pack: async () =>
      isChanged
        ? Uint8Array.from(await zip.generateAsync({ type: 'uint8array', compression: 'STORE' }))
        : bytes,
  };
}

const normalizePath = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
