/** The fields of an entry that the list shows. */
export type ListedEntry = {
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

const createFolder = <Item>(name: string, path: string): Folder<Item> => ({
  name,
  path,
  folders: new Map(),
  files: [],
});

/** Control characters, and marks that change the direction of text: they would disguise a name. */
const hiddenCharacters = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The segments of a path in an archive. `.` and `..` are dropped, so that no path leads outside. */
export const segmentsOf = (path: string): string[] =>
  path
    .replace(hiddenCharacters, '')
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');

/**
 * Limits of depth and number of folders, beyond any honest archive. Deeper files are shown in the deepest
 * folder.
 */
const maxDepth = 64;
const maxFolders = 200_000;

const folderSegmentsOf = (path: string): string[] => segmentsOf(path).slice(0, maxDepth);

/** Builds the folders from the paths of the files, because many archives do not list their folders. */
export function folderTreeOf<Item extends { readonly path: string; readonly isFolder: boolean }>(
  items: Iterable<Item>,
): Folder<Item> {
  const root = createFolder<Item>('', '');
  let remainingFolders = maxFolders;
  for (const item of items) {
    const segments = segmentsOf(item.path);
    const isFile = !item.isFolder && segments.pop() !== undefined;
    let folder = root;
    for (const segment of segments.slice(0, maxDepth)) {
      let next = folder.folders.get(segment);
      if (!next) {
        if (remainingFolders === 0) break;
        remainingFolders -= 1;
        next = createFolder<Item>(segment, `${folder.path}${segment}/`);
        folder.folders.set(segment, next);
      }
      folder = next;
    }
    if (isFile) folder.files.push(item);
  }
  return root;
}

const nameCollator = new Intl.Collator('zh-CN', { numeric: true });
export const compareNames = (a: { readonly name: string }, b: { readonly name: string }) =>
  nameCollator.compare(a.name, b.name);

/** The folder at a path; null where there is none. */
export function folderAt<Item>(root: Folder<Item>, path: string): Folder<Item> | null {
  let folder: Folder<Item> | undefined = root;
  for (const segment of folderSegmentsOf(path)) folder = folder?.folders.get(segment);
  return folder ?? null;
}
