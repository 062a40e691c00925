import type {
  AppendFileOptions,
  CopyOptions,
  FilesystemPlugin,
  MkdirOptions,
  ReadFileOptions,
  RmdirOptions,
  StatOptions,
  WriteFileOptions,
} from '@capacitor/filesystem';
import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import { NativeError } from './bridge.ts';

type Native = Pick<
  FilesystemPlugin,
  | 'readFile'
  | 'writeFile'
  | 'appendFile'
  | 'deleteFile'
  | 'mkdir'
  | 'rmdir'
  | 'readdir'
  | 'stat'
  | 'rename'
  | 'copy'
>;

// Codes of the plugin's native side, the same on Android and iOS.
const missing = () => new NativeError('OS-PLUG-FILE-0008');
const there = () => new NativeError('OS-PLUG-FILE-0010');
const noParent = () => new NativeError('OS-PLUG-FILE-0011');
const notEmpty = () => new NativeError('OS-PLUG-FILE-0012');

const parentOf = (path: string) => path.split('/').slice(0, -1).join('/');
const uriOf = (directory: string | undefined, path: string) =>
  `file:///${directory}/${path.split('/').map(encodeURIComponent).join('/')}`;
const bytesOf = (base64: unknown) => fromBase64(String(base64));

/** The answers of @capacitor/filesystem's native side, as its documentation and sources give them. */
export function nativeFilesystem(): Native {
  const files = new Map<string, Uint8Array>();
  const folders = new Set<string>(['']);
  const isParent = (folder: string) => (path: string) => parentOf(path) === folder;
  const makeParents = (path: string, recursive: boolean | undefined) => {
    const parent = parentOf(path);
    if (folders.has(parent)) return;
    if (recursive !== true) throw noParent();
    makeParents(parent, true);
    folders.add(parent);
  };
  const fileAt = (path: string) => {
    const file = files.get(path);
    if (!file) throw missing();
    return file;
  };
  const info = (path: string) => {
    const isFile = files.has(path);
    if (!isFile && !folders.has(path)) throw missing();
    const type = isFile ? ('file' as const) : ('directory' as const);
    const name = path.split('/').pop() ?? '';
    return {
      name,
      type,
      size: files.get(path)?.length ?? 0,
      mtime: 1_795_000_000_000,
      uri: `file:///${path}`,
    };
  };
  return {
    readFile: async ({ path, offset = 0, length }: ReadFileOptions) => {
      const file = fileAt(path);
      return { data: toBase64(file.subarray(offset, length === undefined ? undefined : offset + length)) };
    },
    writeFile: async ({ path, data, recursive, directory }: WriteFileOptions) => {
      makeParents(path, recursive);
      files.set(path, bytesOf(data));
      return { uri: uriOf(directory, path) };
    },
    appendFile: async ({ path, data }: AppendFileOptions) => {
      makeParents(path, false);
      files.set(path, Uint8Array.from([...(files.get(path) ?? []), ...bytesOf(data)]));
    },
    deleteFile: async ({ path }) => {
      fileAt(path);
      files.delete(path);
    },
    mkdir: async ({ path, recursive }: MkdirOptions) => {
      if (folders.has(path)) throw there();
      makeParents(path, recursive);
      folders.add(path);
    },
    rmdir: async ({ path, recursive }: RmdirOptions) => {
      if (!folders.has(path)) throw missing();
      const inside = (entry: string) => entry.startsWith(`${path}/`);
      const content = [...files.keys(), ...folders].filter(inside);
      if (content.length > 0 && recursive !== true) throw notEmpty();
      for (const entry of [...content, path]) {
        files.delete(entry);
        folders.delete(entry);
      }
    },
    readdir: async ({ path }) => {
      if (!folders.has(path)) throw missing();
      return {
        files: [...files.keys(), ...folders]
          .filter((entry) => entry !== '' && isParent(path)(entry))
          .map(info),
      };
    },
    stat: async ({ path }: StatOptions) => info(path),
    copy: async ({ from, to, toDirectory }: CopyOptions) => {
      const file = fileAt(from);
      if (`${toDirectory}` === 'CACHE') {
        makeParents(to, false);
        files.set(to, file);
      }
      // The app cannot read the documents folder, so the copy is not stored. Only a missing source is an error.
      return { uri: uriOf(toDirectory, to) };
    },
    rename: async ({ from, to }: CopyOptions) => {
      const file = fileAt(from);
      makeParents(to, false);
      files.delete(from);
      files.set(to, file);
    },
  };
}
