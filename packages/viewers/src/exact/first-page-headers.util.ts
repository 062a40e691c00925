import { readEntry } from '../archive/zip-files.util.ts';
import { addFirstPageHeaders } from './first-page-headers.rules.ts';
import { readPackageEntries, writePackage } from './packages.util.ts';

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const bodyName = 'word/document.xml';
const relationshipsName = 'word/_rels/document.xml.rels';
const typesName = '[Content_Types].xml';

/** A larger body is left as it is: its text would take several times its size in memory. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Lets the engine keep no room for a header or footer that the first page of a Word document (docx) does not have.
 * @returns the changed document, or the document itself if it has no such page or is no readable docx.
 */
export async function addEmptyFirstPageHeaders(document: Uint8Array): Promise<Uint8Array> {
  if (!zipStart.every((byte, index) => document[index] === byte)) return document;
  const entries = await readPackageEntries(document).catch(() => null);
  const read = async (name: string) => {
    const entry = entries?.find(({ filename }) => filename === name);
    return entry ? new TextDecoder().decode(await readEntry(entry, { maxBytes })) : '';
  };
  const readParts = async () => {
    const body = await read(bodyName);
    if (!body.includes('<w:titlePg')) return null;
    return { body, relationships: await read(relationshipsName), types: await read(typesName) };
  };
  const parts = await readParts().catch(() => null);
  const changed = parts && addFirstPageHeaders(parts);
  if (!entries || !changed) return document;
  const { body, relationships, types, added } = changed;
  const texts = [[bodyName, body], [relationshipsName, relationships], [typesName, types], ...added] as const;
  const contents = new Map(
    texts.map(([name, text]) => [name, Uint8Array.from(new TextEncoder().encode(text))]),
  );
  // The engine opens some packages with a damaged part.
  return writePackage(entries, contents).catch(() => document);
}
