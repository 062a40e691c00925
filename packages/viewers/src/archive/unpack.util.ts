import { ViewerError } from '../viewer/viewer.types.ts';
import { type ArchiveItem, WrongPasswordError } from './archive-item.rules.ts';
import { gunzip, gzipName } from './gzip.util.ts';
import { listEntries, unpackEntry } from './libarchive.util.ts';
import { decryptSevenZip, hasEncryptedHeader } from './seven-zip-aes.util.ts';

export type UnpackRequest =
  | { readonly open: Uint8Array<ArrayBuffer>; readonly kind: string; readonly password: string | null }
  | { readonly index: number; readonly isEncrypted: boolean; readonly password: string | null };

/** What was asked for, or the reason why it cannot be had. */
export type UnpackReply =
  | { readonly items: readonly ArchiveItem[] }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly refusal: 'password' | 'tooLarge' | 'damaged' };

/** An archive that is one packed file has an entry without a stated size. */
const singleItem = (name: string, size: number, obstacle: ArchiveItem['obstacle']): ArchiveItem => ({
  path: name,
  name,
  isFolder: false,
  size,
  date: null,
  obstacle,
  isEncrypted: false,
});

/** Answers requests for one archive: first its list, then entries by their places in the list. */
export function unpacker() {
  let packed = new Uint8Array();
  let plain: Uint8Array<ArrayBuffer> | null = null;
  let plainPassword: string | null = null;
  let isSingleGzip = false;

  const decrypt = async (password: string) => {
    if (plain !== null && plainPassword === password) return plain;
    plain = await decryptSevenZip(packed, password, (archive) => unpackEntry(archive, 0));
    plainPassword = password;
    return plain;
  };

  async function list(kind: string, password: string | null): Promise<readonly ArchiveItem[]> {
    const isLocked = kind === '7z' && hasEncryptedHeader(packed);
    if (isLocked && password === null) throw new WrongPasswordError('password is missing');
    const archive = isLocked && password !== null ? await decrypt(password) : packed;
    const { items, error } = await listEntries(archive);
    // Some formats that the library takes a packed text for have no entries.
    if (items.length > 0 || (error === '' && kind !== 'gz')) return markEncrypted(items, kind, isLocked);
    if (kind === 'gz') {
      isSingleGzip = true;
      return [singleItem(gzipName(packed) ?? '', sizeOfGzip(packed), null)];
    }
    if (kind === 'bz2' || kind === 'xz') return [singleItem('', 0, 'unsupported')];
    // libarchive has no decryption of RAR.
    throw new ViewerError(/encrypt/i.test(error) ? 'password' : 'unreadable');
  }

  async function read(request: Extract<UnpackRequest, { readonly index: number }>): Promise<UnpackReply> {
    const { index, isEncrypted, password } = request;
    if (isSingleGzip) {
      const bytes = await gunzip(packed);
      return bytes === 'tooLarge' ? { refusal: bytes } : { bytes };
    }
    if (isEncrypted && password === null) return { refusal: 'password' };
    const archive = isEncrypted && password !== null ? await decrypt(password) : (plain ?? packed);
    const bytes = await unpackEntry(archive, index);
    // The checksum of the content is the only proof of a password.
    return bytes ? { bytes } : { refusal: isEncrypted ? 'password' : 'damaged' };
  }

  return async (request: UnpackRequest): Promise<UnpackReply> => {
    try {
      if ('index' in request) return await read(request);
      packed = request.open;
      return { items: await list(request.kind, request.password) };
    } catch (error) {
      if (error instanceof WrongPasswordError) return { refusal: 'password' };
      throw error;
    }
  };
}

/** Entries of a decrypted list are plain now. Only those of 7z can be decrypted. */
const markEncrypted = (items: readonly ArchiveItem[], kind: string, isLocked: boolean) =>
  items.map((item) => {
    if (isLocked || kind === '7z' || !item.isEncrypted)
      return { ...item, isEncrypted: item.isEncrypted && !isLocked };
    return { ...item, isEncrypted: false, obstacle: 'encrypted' as const };
  });

/** The size modulo 4 GiB at the end of a gzip file: only a hint. */
const sizeOfGzip = (bytes: Uint8Array) =>
  bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
