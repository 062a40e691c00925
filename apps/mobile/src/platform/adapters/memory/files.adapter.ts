import type { FileEntry, FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { assertSafePath } from '../safe-path.util.ts';

/** The chunks of a file as they were written, so that appending copies nothing. */
type MemoryFile = {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly size: number;
  readonly modifiedAt: number;
};

function rangeOf({ chunks, size }: MemoryFile, offset: number, length: number): Uint8Array {
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
export type MemoryOutside = { share: boolean; open: boolean; readonly received: string[] };

export const memoryOutside = (): MemoryOutside => ({ share: false, open: false, received: [] });

export function createMemoryFiles(
  now: () => number = Date.now,
  externalApps: MemoryOutside = memoryOutside(),
): FilesPort {
  const files = new Map<string, MemoryFile>();
  const put = (path: string, chunks: MemoryFile['chunks']) => {
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    files.set(path, { chunks, size, modifiedAt: now() });
  };
  const requireFile = (path: string) => {
    const file = files.get(assertSafePath(path));
    if (!file) throw new StorageError('storage.not_found');
    return file;
  };
  return {
    async list(folder) {
      const prefix = `${assertSafePath(folder)}/`;
      const entries = new Map<string, FileEntry>();
      for (const path of files.keys()) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...rest] = path.slice(prefix.length).split('/');
        entries.set(name, { name, kind: rest.length > 0 ? 'folder' : 'file' });
      }
      return [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    async stat(path) {
      const file = files.get(assertSafePath(path));
      return file ? { size: file.size, modifiedAt: file.modifiedAt } : null;
    },
    readChunk: async (path, offset, length) => rangeOf(requireFile(path), offset, length),
    blob: async (path) => new Blob([...requireFile(path).chunks]),
    exportCopy: async (path) => {
      requireFile(path);
      return 'saved';
    },
    exportBytes: async () => 'saved',
    externalApps,
    share: async (path, name) => {
      requireFile(path);
      if (externalApps.share) externalApps.received.push(`share ${name}`);
      return externalApps.share;
    },
    openInOtherApp: async (path, name, mimeType) => {
      requireFile(path);
      if (externalApps.open) externalApps.received.push(`open ${name} as ${mimeType}`);
      return externalApps.open;
    },
    async appendChunk(path, bytes) {
      const before = files.get(assertSafePath(path))?.chunks ?? [];
      put(path, [...before, new Uint8Array(bytes)]);
    },
    write: async (path, bytes) => put(assertSafePath(path), [new Uint8Array(bytes)]),
    async move(from, to) {
      const file = requireFile(from);
      files.delete(from);
      put(assertSafePath(to), file.chunks);
    },
    async remove(path) {
      const checked = assertSafePath(path);
      for (const key of files.keys()) {
        if (key === checked || key.startsWith(`${checked}/`)) files.delete(key);
      }
    },
  };
}
