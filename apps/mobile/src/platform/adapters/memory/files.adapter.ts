import type { FileEntry, FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { checkedPath } from '../checked-path.adapter.ts';

/** The chunks of a file as they were written, so that appending copies nothing. */
type Held = {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly size: number;
  readonly modifiedAt: number;
};

function rangeOf({ chunks, size }: Held, offset: number, length: number): Uint8Array {
  const end = Math.min(size, offset + length);
  const bytes = new Uint8Array(Math.max(0, end - offset));
  let at = 0;
  for (const chunk of chunks) {
    const from = Math.max(offset, at);
    const to = Math.min(end, at + chunk.length);
    if (from < to) bytes.set(chunk.subarray(from - at, to - at), from - offset);
    at += chunk.length;
  }
  return bytes;
}

/** Capabilities of other apps that a test sets, and the files they received. */
export type MemoryOutside = { share: boolean; open: boolean; readonly given: string[] };

export const memoryOutside = (): MemoryOutside => ({ share: false, open: false, given: [] });

export function createMemoryFiles(
  now: () => number = Date.now,
  outside: MemoryOutside = memoryOutside(),
): FilesPort {
  const files = new Map<string, Held>();
  const put = (path: string, chunks: Held['chunks']) => {
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    files.set(path, { chunks, size, modifiedAt: now() });
  };
  const held = (path: string) => {
    const file = files.get(checkedPath(path));
    if (!file) throw new StorageError('storage.not_found');
    return file;
  };
  return {
    async list(folder) {
      const prefix = `${checkedPath(folder)}/`;
      const entries = new Map<string, FileEntry>();
      for (const path of files.keys()) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...rest] = path.slice(prefix.length).split('/');
        entries.set(name, { name, kind: rest.length > 0 ? 'folder' : 'file' });
      }
      return [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    async stat(path) {
      const file = files.get(checkedPath(path));
      return file ? { size: file.size, modifiedAt: file.modifiedAt } : null;
    },
    readChunk: async (path, offset, length) => rangeOf(held(path), offset, length),
    blob: async (path) => new Blob([...held(path).chunks]),
    handOut: async (path) => {
      held(path);
      return 'saved';
    },
    handOutBytes: async () => 'saved',
    outside,
    share: async (path, name) => {
      held(path);
      if (outside.share) outside.given.push(`share ${name}`);
      return outside.share;
    },
    openElsewhere: async (path, name, mimeType) => {
      held(path);
      if (outside.open) outside.given.push(`open ${name} as ${mimeType}`);
      return outside.open;
    },
    async appendChunk(path, bytes) {
      const before = files.get(checkedPath(path))?.chunks ?? [];
      put(path, [...before, new Uint8Array(bytes)]);
    },
    write: async (path, bytes) => put(checkedPath(path), [new Uint8Array(bytes)]),
    async move(from, to) {
      const file = held(from);
      files.delete(from);
      put(checkedPath(to), file.chunks);
    },
    async remove(path) {
      const checked = checkedPath(path);
      for (const key of files.keys()) {
        if (key === checked || key.startsWith(`${checked}/`)) files.delete(key);
      }
    },
  };
}
