import wasm from 'libarchive.js/dist/libarchive.wasm?url&inline';
import libarchive, { type LibarchiveModule } from 'libarchive.js/src/webworker/wasm-gen/libarchive.js';
import {
  type ArchiveItem,
  decodeName,
  maxEntries,
  maxUnpackedBytes,
  sizeObstacleOf,
} from './archive-item.rules.ts';
import { segmentsOf } from './folder-tree.rules.ts';

const wasmBinary = Uint8Array.from(atob(wasm.slice(wasm.indexOf(',') + 1)), (character) =>
  character.charCodeAt(0),
);

/** The bits of a mode that tell the type of a file (`AE_IFMT` of libarchive). */
const typeMask = 0o170000;
const folderType = 0o040000;
const fileType = 0o100000;
const maxNameBytes = 32 * 1024;

/** The listed entries, and the library's message if it stopped before the end. */
export type Listing = { readonly items: readonly ArchiveItem[]; readonly error: string };

const functionsOf = ({ cwrap }: LibarchiveModule) => ({
  allocate: cwrap('malloc', 'number', ['number']),
  open: cwrap('archive_open', 'number', ['number', 'number', 'string', 'string']),
  next: cwrap('get_next_entry', 'number', ['number']),
  data: cwrap('get_filedata', 'number', ['number', 'number']),
  name: cwrap('archive_entry_pathname', 'number', ['number']),
  size: cwrap('archive_entry_size', 'number', ['number']),
  type: cwrap('archive_entry_filetype', 'number', ['number']),
  isEncrypted: cwrap('archive_entry_is_encrypted', 'number', ['number']),
  error: cwrap('archive_error_string', 'number', ['number']),
});

/** Each call gets an instance of its own: its memory never shrinks, and hostile input may have damaged it. */
async function open(bytes: Uint8Array) {
  const module = await libarchive({ wasmBinary, print: () => undefined, printErr: () => undefined });
  const functions = functionsOf(module);
  const place = functions.allocate(bytes.length);
  if (place === 0) throw new RangeError('no memory for the archive');
  module.HEAPU8.set(bytes, place);
  const archive = functions.open(place, bytes.length, null, 'en_US.UTF-8');
  const textAt = (at: number) => {
    if (at === 0) return '';
    const text = module.HEAPU8.subarray(at, at + maxNameBytes);
    const end = text.indexOf(0);
    return decodeName(text.slice(0, end < 0 ? text.length : end));
  };
  return {
    next: () => functions.next(archive),
    error: () => textAt(functions.error(archive)),
    factsOf: (entry: number) => ({
      path: textAt(functions.name(entry)),
      size: functions.size(entry) >>> 0,
      type: functions.type(entry) & typeMask,
      isEncrypted: functions.isEncrypted(entry) > 0,
    }),
    /** The content of the entry that was read last; null where it is damaged. */
    data(size: number): Uint8Array<ArrayBuffer> | null {
      const at = functions.data(archive, size);
      return at > 0 ? module.HEAPU8.slice(at, at + size) : null;
    },
  };
}

/** Lists the entries of an archive of any kind that the library knows. */
export async function listEntries(bytes: Uint8Array): Promise<Listing> {
  const archive = await open(bytes);
  const items: ArchiveItem[] = [];
  for (let entry = archive.next(); entry > 0; entry = archive.next()) {
    const { path, size, type, isEncrypted } = archive.factsOf(entry);
    const isFolder = type === folderType;
    const obstacle = isFolder || type === fileType ? sizeObstacleOf(size, bytes.length) : 'notAFile';
    items.push({
      path,
      name: segmentsOf(path).at(-1) ?? path,
      isFolder,
      size,
      date: null,
      obstacle,
      isEncrypted,
    });
    if (items.length >= maxEntries) return { items, error: '' };
  }
  return { items, error: archive.error() };
}

/** Unpacks an entry by its place in the list; null where it is damaged or there is none. */
export async function unpackEntry(bytes: Uint8Array, index: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const archive = await open(bytes);
  for (let at = 0, entry = archive.next(); entry > 0; at += 1, entry = archive.next()) {
    if (at < index) continue;
    const { size } = archive.factsOf(entry);
    if (size > maxUnpackedBytes) return null;
    return size === 0 ? new Uint8Array() : archive.data(size);
  }
  return null;
}
