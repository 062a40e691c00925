import { dataViewOf } from './data-view.util.ts';
import type { OleFile } from './ole.util.ts';

export const xlsRecords = {
  bof: 0x0809,
  writeProtect: 0x0086,
  filePass: 0x002f,
  boundSheet: 0x0085,
} as const;
export const xlsHeaderBytes = 4;

export type XlsRecord = { readonly kind: number; readonly start: number; readonly end: number };

export function* xlsRecordsOf(stream: Uint8Array): Generator<XlsRecord> {
  const view = dataViewOf(stream);
  for (let at = 0; at + xlsHeaderBytes <= stream.length; ) {
    const start = at + xlsHeaderBytes;
    const end = Math.min(stream.length, start + view.getUint16(at + 2, true));
    yield { kind: view.getUint16(at, true), start, end };
    at = end;
  }
}

/** The record that marks an encrypted workbook: it follows the first record, or a mark of write protection. */
export function findFilePass(stream: Uint8Array): XlsRecord | null {
  let index = 0;
  for (const record of xlsRecordsOf(stream)) {
    if (record.kind === xlsRecords.filePass) return record;
    if (index > 0 && record.kind !== xlsRecords.writeProtect) return null;
    index += 1;
  }
  return null;
}

/** Fields at the beginning of the main stream of a Word document. */
export const fibFlagsAt = 10;
export const fibKeyAt = 14;
export const fibFlags = { encrypted: 0x0100, secondTable: 0x0200, obfuscated: 0x8000 } as const;

export const fibFlagsOf = (main: Uint8Array) =>
  main.length > fibKeyAt + 4 ? dataViewOf(main).getUint16(fibFlagsAt, true) : 0;

export const isEncryptedDoc = (main: Uint8Array): boolean => (fibFlagsOf(main) & fibFlags.encrypted) !== 0;

/** Fields of the stream `Current User` of a presentation. */
export const pptTokens = { plain: 0xe391c05f, encrypted: 0xf3d1c4df } as const;
export const pptTokenAt = 12;
export const pptCurrentEditAt = 16;

export const isEncryptedPpt = (currentUser: Uint8Array): boolean =>
  currentUser.length >= pptCurrentEditAt + 4 &&
  dataViewOf(currentUser).getUint32(pptTokenAt, true) === pptTokens.encrypted;

/** The beginning of a stream that tells whether it is encrypted. */
const headBytes = 1024;

/** The kind of encryption of an OLE2 file; null if no password is needed. */
export async function encryptionOf({
  rootNames,
  readStream,
}: OleFile): Promise<'package' | 'xls' | 'doc' | 'ppt' | null> {
  const names = new Set(rootNames.map((name) => name.toLowerCase()));
  const head = async (name: string) => (await readStream(name, headBytes)) ?? new Uint8Array();
  if (names.has('encryptedpackage')) return 'package';
  if (names.has('worddocument')) return isEncryptedDoc(await head('WordDocument')) ? 'doc' : null;
  const workbook = workbookNames.find((name) => names.has(name));
  if (workbook) return findFilePass(await head(workbook)) ? 'xls' : null;
  if (names.has('powerpoint document')) return isEncryptedPpt(await head('Current User')) ? 'ppt' : null;
  return null;
}

export const workbookNames = ['workbook', 'book'] as const;
