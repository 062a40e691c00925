import { type FileRange, openOle } from '../format/ole.util.ts';
import { encryptionOf, workbookNames } from '../format/ole-encryption.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { decryptDoc, decryptPpt, decryptXls, tableNameOf } from './binary-office.rules.ts';
import { decryptPackage } from './office-package.rules.ts';
import { openLockedOpenDocument } from './open-document.util.ts';

/** Decrypts a document. Null if the password is wrong. */
type Unlock = (password: string) => Promise<Uint8Array | null>;

/** Excel encrypts with this password when a workbook is only protected against changes. */
const excelPassword = 'VelvetSweatshop';
const powerPointPassword = '/01Hannes Ruescher/01';

export type LockedDocument = {
  readonly unlock: Unlock;
  /** The password that the program itself uses, where it has one. */
  readonly defaultPassword: string | null;
};

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** A damaged file has places behind its end. */
const clip = (ranges: readonly FileRange[], size: number): FileRange[] =>
  ranges
    .map(({ offset, length }) => ({ offset, length: Math.min(length, size - offset) }))
    .filter(({ length }) => length > 0);

function readRanges(bytes: Uint8Array, ranges: readonly FileRange[]): Uint8Array {
  const result = new Uint8Array(ranges.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const { offset, length } of ranges) {
    result.set(bytes.subarray(offset, offset + length), at);
    at += length;
  }
  return result;
}

/**
 * Opens an encrypted document whose bytes are in memory.
 * @throws ViewerError `unreadable` where nothing is encrypted
 */
export async function openLocked(bytes: Uint8Array): Promise<LockedDocument> {
  if (isZip(bytes)) return openLockedOpenDocument(bytes);
  const ole = await openOle(async (offset, length) => bytes.subarray(offset, offset + length));
  const kind = await encryptionOf(ole);
  const locate = async (name: string) => clip(await ole.locateStream(name, bytes.length), bytes.length);
  const stream = async (name: string) => readRanges(bytes, await locate(name));
  /** A copy of the document with decrypted streams in the places of the encrypted ones. */
  const replace = async (streams: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> => {
    const copy = bytes.slice();
    for (const [name, content] of Object.entries(streams)) {
      let at = 0;
      for (const { offset, length } of await locate(name)) {
        copy.set(content.subarray(at, at + length), offset);
        at += length;
      }
    }
    return copy;
  };
  if (kind === 'package') {
    const info = await stream('EncryptionInfo');
    // Rights management stores no key that a password could open.
    if (info.length === 0) throw new ViewerError('encryptionUnsupported');
    const content = await stream('EncryptedPackage');
    return {
      defaultPassword: excelPassword,
      unlock: async (text) => decryptPackage({ info, content }, text),
    };
  }
  if (kind === 'xls') {
    const name = workbookNames.find((one) => ole.rootNames.some((root) => root.toLowerCase() === one)) ?? '';
    const encrypted = await stream(name);
    return {
      defaultPassword: excelPassword,
      async unlock(password) {
        const decrypted = decryptXls(encrypted, password);
        return decrypted && replace({ [name]: decrypted });
      },
    };
  }
  if (kind === 'doc') {
    const main = await stream('WordDocument');
    const tableName = tableNameOf(main);
    const encrypted = { main, table: await stream(tableName), data: await stream('Data') };
    return {
      defaultPassword: null,
      async unlock(password) {
        const decrypted = decryptDoc(encrypted, password);
        return (
          decrypted &&
          replace({ WordDocument: decrypted.main, [tableName]: decrypted.table, Data: decrypted.data })
        );
      },
    };
  }
  if (kind === 'ppt') {
    const encrypted = {
      currentUser: await stream('Current User'),
      main: await stream('PowerPoint Document'),
    };
    return {
      defaultPassword: powerPointPassword,
      async unlock(password) {
        const decrypted = decryptPpt(encrypted, password);
        return (
          decrypted &&
          replace({ 'Current User': decrypted.currentUser, 'PowerPoint Document': decrypted.main })
        );
      },
    };
  }
  throw new ViewerError('unreadable');
}
