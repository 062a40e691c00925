/** The fields of an entry that the list shows. */
export type Listed = {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly date: Date | null;
};
export type Folder<Item> = {
  readonly name: string;
  readonly path: string;
  readonly folders: Map<string, Folder<Item>>;
  readonly files: Item[];
};

const newFolder = <Item>(name: string, path: string): Folder<Item> => ({
  name,
  path,
  folders: new Map(),
  files: [],
});

/** The segments of a path in an archive. `.` and `..` are dropped, so that no path leads outside. */
export const partsOf = (path: string): string[] =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');

/**
 * Limits of depth and number of folders, beyond any honest archive. Deeper files are shown in the deepest
 * folder.
 */
const deepest = 64;
const mostFolders = 200_000;

const foldersOf = (path: string): string[] => partsOf(path).slice(0, deepest);

/** Builds the folders from the paths of the files, because many archives do not list their folders. */
export function treeOf<Item extends { readonly path: string; readonly isFolder: boolean }>(
  items: Iterable<Item>,
): Folder<Item> {
  const root = newFolder<Item>('', '');
  let left = mostFolders;
  for (const item of items) {
    const parts = partsOf(item.path);
    const isFile = !item.isFolder && parts.pop() !== undefined;
    let folder = root;
    for (const part of parts.slice(0, deepest)) {
      let next = folder.folders.get(part);
      if (!next) {
        if (left === 0) break;
        left -= 1;
        next = newFolder<Item>(part, `${folder.path}${part}/`);
        folder.folders.set(part, next);
      }
      folder = next;
    }
    if (isFile) folder.files.push(item);
  }
  return root;
}

const order = new Intl.Collator('zh-CN', { numeric: true });
export const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  order.compare(a.name, b.name);

/** The folder at a path; null where there is none. */
export function folderAt<Item>(root: Folder<Item>, path: string): Folder<Item> | null {
  let folder: Folder<Item> | undefined = root;
  for (const part of foldersOf(path)) folder = folder?.folders.get(part);
  return folder ?? null;
}
