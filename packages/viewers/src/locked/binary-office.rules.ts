import { dataViewOf } from '../format/data-view.util.ts';
import {
  fibFlags,
  fibFlagsAt,
  fibFlagsOf,
  fibKeyAt,
  findFilePass,
  pptCurrentEditAt,
  pptTokenAt,
  pptTokens,
  type XlsRecord,
  xlsHeaderBytes,
  xlsRecords,
  xlsRecordsOf,
} from '../format/ole-encryption.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { createRc4, decryptBlocks, rc4KeysOf } from './rc4.rules.ts';
import { clearDocByte, clearXlsByte, xorKeyOf } from './xor-obfuscation.rules.ts';

// Each function returns the decrypted streams, as long as the encrypted ones and without the mark of
// encryption, or null if the password is wrong. It throws `encryptionUnsupported` or `unreadable`.

/** These records are not encrypted ([MS-XLS] 2.2.10). */
const plainXlsRecords: ReadonlySet<number> = new Set([
  xlsRecords.bof,
  xlsRecords.filePass,
  0x0194, // UsrExcl
  0x0195, // FileLock
  0x00e1, // InterfaceHdr
  0x0196, // RRDInfo
  0x0138, // RRDHead
]);
/** The record `GUIDTypeLib`, which readers skip. It replaces the mark of encryption. */
const ignoredXlsRecord = 0x0897;
const biff8Version = 0x0600;
const xlsBlockBytes = 1024;

export function decryptXls(stream: Uint8Array, password: string): Uint8Array | null {
  const filePass = findFilePass(stream);
  if (!filePass || stream.length < 8) throw new ViewerError('unreadable');
  const view = dataViewOf(stream);
  const isBiff8 = view.getUint16(xlsHeaderBytes, true) === biff8Version;
  const info = stream.subarray(filePass.start + (isBiff8 ? 2 : 0), filePass.end);
  if (info.length < 4) throw new ViewerError('unreadable');
  const isRc4 = isBiff8 && view.getUint16(filePass.start, true) === 1;
  const decrypted = isRc4 ? decryptXlsRc4(stream, info, password) : decryptXlsXor(stream, info, password);
  if (decrypted) dataViewOf(decrypted).setUint16(filePass.start - xlsHeaderBytes, ignoredXlsRecord, true);
  return decrypted;
}

/** The offset of the first encrypted byte of a record. */
const cipherStartOf = ({ kind, start, end }: XlsRecord): number => {
  if (plainXlsRecords.has(kind)) return end;
  // The offset of the sheet is not encrypted.
  return kind === xlsRecords.boundSheet ? Math.min(end, start + 4) : start;
};

function decryptXlsRc4(stream: Uint8Array, info: Uint8Array, password: string): Uint8Array | null {
  const keys = rc4KeysOf(info, password);
  if (!keys) return null;
  // The key stream advances over unencrypted bytes too.
  const decrypted = decryptBlocks(stream, keys, xlsBlockBytes);
  for (const record of xlsRecordsOf(stream)) {
    const plainStart = record.start - xlsHeaderBytes;
    decrypted.set(stream.subarray(plainStart, cipherStartOf(record)), plainStart);
  }
  return decrypted;
}

function decryptXlsXor(stream: Uint8Array, info: Uint8Array, password: string): Uint8Array | null {
  const view = dataViewOf(info);
  const stored = { key: view.getUint16(0, true), verifier: view.getUint16(2, true) };
  const key = xorKeyOf(password, { ...stored, rotation: 2 });
  if (!key) return null;
  const decrypted = stream.slice();
  for (const record of xlsRecordsOf(stream)) {
    // The position in the key depends on the end of the record.
    const { start, end } = record;
    for (let at = cipherStartOf(record); at < end; at += 1) {
      decrypted[at] = clearXlsByte(stream[at] ?? 0, key[(at + end - start) & 0xf] ?? 0);
    }
  }
  return decrypted;
}

/** The beginning of the main stream is not encrypted. */
const plainDocBytes = { word97: 68, word95: 52 } as const;
/** The version of the first Word format whose beginning has 68 bytes. */
const word97Version = 0x00c0;
const docBlockBytes = 512;

export const tableNameOf = (main: Uint8Array): string =>
  fibFlagsOf(main) & fibFlags.secondTable ? '1Table' : '0Table';

export type DocStreams = {
  readonly main: Uint8Array;
  readonly table: Uint8Array;
  readonly data: Uint8Array;
};

export function decryptDoc(streams: DocStreams, password: string): DocStreams | null {
  const { main } = streams;
  const isObfuscated = (fibFlagsOf(main) & fibFlags.obfuscated) !== 0;
  const decrypted = isObfuscated ? decryptDocXor(streams, password) : decryptDocRc4(streams, password);
  if (!decrypted) return null;
  const view = dataViewOf(decrypted.main);
  const version = dataViewOf(main).getUint16(2, true);
  const plainBytes = version >= word97Version ? plainDocBytes.word97 : plainDocBytes.word95;
  decrypted.main.set(main.subarray(0, plainBytes));
  view.setUint16(fibFlagsAt, fibFlagsOf(main) & ~(fibFlags.encrypted | fibFlags.obfuscated), true);
  view.setUint32(fibKeyAt, 0, true);
  return decrypted;
}

function decryptDocRc4({ main, table, data }: DocStreams, password: string): DocStreams | null {
  const headerBytes = dataViewOf(main).getUint32(fibKeyAt, true);
  const keys = rc4KeysOf(table.subarray(0, headerBytes), password);
  if (!keys) return null;
  const decrypt = (stream: Uint8Array) => decryptBlocks(stream, keys, docBlockBytes);
  const decrypted = { main: decrypt(main), table: decrypt(table), data: decrypt(data) };
  decrypted.table.fill(0, 0, headerBytes);
  return decrypted;
}

function decryptDocXor({ main, table, data }: DocStreams, password: string): DocStreams | null {
  const view = dataViewOf(main);
  const stored = { key: view.getUint16(fibKeyAt, true), verifier: view.getUint16(fibKeyAt + 2, true) };
  const key = xorKeyOf(password, { ...stored, rotation: 7 });
  if (!key) return null;
  const decrypt = (stream: Uint8Array) => stream.map((byte, at) => clearDocByte(byte, key[at & 0xf] ?? 0));
  return { main: decrypt(main), table: decrypt(table), data: decrypt(data) };
}

const pptRecords = { userEdit: 0x0ff5, persistDirectory: 0x1772, cryptSession: 0x2f14 } as const;
const pptHeaderBytes = 8;
const plainUserEditBytes = 28;
/** Limit of the saved versions in one file. */
const maxUserEdits = 1000;

export type PptStreams = {
  readonly currentUser: Uint8Array;
  readonly main: Uint8Array;
};

/** The offsets of the objects of a presentation by their ids, and the id of the encryption header. */
function pptObjectsOf({ currentUser, main }: PptStreams) {
  const view = dataViewOf(main);
  const objects = new Map<number, number>();
  const edits: number[] = [];
  let headerId = 0;
  let editAt = dataViewOf(currentUser).getUint32(pptCurrentEditAt, true);
  const isRecord = (at: number, kind: number) =>
    at + pptHeaderBytes + plainUserEditBytes <= main.length && view.getUint16(at + 2, true) === kind;
  while (isRecord(editAt, pptRecords.userEdit) && edits.length < maxUserEdits && !edits.includes(editAt)) {
    edits.push(editAt);
    const body = editAt + pptHeaderBytes;
    const hasHeaderId = view.getUint32(editAt + 4, true) > plainUserEditBytes && body + 32 <= main.length;
    if (hasHeaderId && headerId === 0) headerId = view.getUint32(body + 28, true);
    addPptObjects(main, view.getUint32(body + 12, true), objects);
    editAt = view.getUint32(body + 8, true);
    if (editAt === 0) break;
  }
  return { objects, edits, headerId };
}

/** Adds the objects of a directory. Those of newer directories, which are read first, remain. */
function addPptObjects(main: Uint8Array, directoryAt: number, objects: Map<number, number>): void {
  const view = dataViewOf(main);
  if (directoryAt + pptHeaderBytes > main.length) return;
  if (view.getUint16(directoryAt + 2, true) !== pptRecords.persistDirectory) return;
  const end = Math.min(main.length, directoryAt + pptHeaderBytes + view.getUint32(directoryAt + 4, true));
  for (let at = directoryAt + pptHeaderBytes; at + 4 <= end; ) {
    const entry = view.getUint32(at, true);
    const [firstId, count] = [entry & 0xfffff, entry >>> 20];
    at += 4;
    for (let index = 0; index < count && at + 4 <= end; index += 1, at += 4) {
      if (!objects.has(firstId + index)) objects.set(firstId + index, view.getUint32(at, true));
    }
  }
}

export function decryptPpt(streams: PptStreams, password: string): PptStreams | null {
  const { objects, edits, headerId } = pptObjectsOf(streams);
  const main = streams.main.slice();
  const view = dataViewOf(main);
  const headerAt = objects.get(headerId);
  if (headerAt === undefined || headerAt + pptHeaderBytes > main.length) throw new ViewerError('unreadable');
  const header = main.subarray(
    headerAt + pptHeaderBytes,
    headerAt + pptHeaderBytes + view.getUint32(headerAt + 4, true),
  );
  const keys = rc4KeysOf(header, password);
  if (!keys) return null;
  const decryptedOffsets = new Set<number>();
  for (const [id, at] of objects) {
    // Two ids of one object would decrypt it twice.
    if (id === headerId || at + pptHeaderBytes > main.length || decryptedOffsets.has(at)) continue;
    decryptedOffsets.add(at);
    const decrypt = createRc4(keys(id));
    decrypt(main.subarray(at, at + pptHeaderBytes));
    const bodyAt = at + pptHeaderBytes;
    decrypt(main.subarray(bodyAt, bodyAt + view.getUint32(at + 4, true)));
  }
  for (const editAt of edits) view.setUint32(editAt + 4, plainUserEditBytes, true);
  const currentUser = streams.currentUser.slice();
  dataViewOf(currentUser).setUint32(pptTokenAt, pptTokens.plain, true);
  return { currentUser, main };
}
