import type { FileEntry, FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { checkedPath } from '../checked-path.adapter.ts';

type Held = { bytes: Uint8Array; modifiedAt: number };

/** What a test sets of the apps beside this one, and what they were given. */
export type MemoryOutside = { share: boolean; open: boolean; readonly given: string[] };

export const memoryOutside = (): MemoryOutside => ({ share: false, open: false, given: [] });

export function createMemoryFiles(
  now: () => number = Date.now,
  outside: MemoryOutside = memoryOutside(),
): FilesPort {
  const files = new Map<string, Held>();
  const put = (path: string, bytes: Uint8Array) => void files.set(path, { bytes, modifiedAt: now() });
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
      return file ? { size: file.bytes.length, modifiedAt: file.modifiedAt } : null;
    },
    readChunk: async (path, offset, length) => held(path).bytes.slice(offset, offset + length),
    blob: async (path) => new Blob([new Uint8Array(held(path).bytes)]),
    handOut: async (path) => {
      held(path);
      return 'saved';
    },
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
      const before = files.get(checkedPath(path))?.bytes ?? new Uint8Array();
      const joined = new Uint8Array(before.length + bytes.length);
      joined.set(before);
      joined.set(bytes, before.length);
      put(path, joined);
    },
    write: async (path, bytes) => put(checkedPath(path), bytes.slice()),
    async move(from, to) {
      const file = held(from);
      files.delete(from);
      put(checkedPath(to), file.bytes);
    },
    async remove(path) {
      const checked = checkedPath(path);
      for (const key of files.keys()) {
        if (key === checked || key.startsWith(`${checked}/`)) files.delete(key);
      }
    },
  };
}
