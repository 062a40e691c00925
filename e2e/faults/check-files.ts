import type { UploadNote, Violation } from './journal.ts';

export interface StoredObject {
  readonly size: number;
  readonly sha256: string;
}

export interface FileRows {
  readonly files: readonly { uri: string; object_key: string; size: number; sha256: string }[];
  /** Of results and packages too. */
  readonly namedKeys: ReadonlySet<string>;
  readonly loose: ReadonlySet<string>;
}

/** Each name leads to the whole of its bytes; what was acknowledged has its name. */
export function checkNames(
  { files }: FileRows,
  objects: ReadonlyMap<string, StoredObject | undefined>,
  uploads: readonly UploadNote[],
): Violation[] {
  const found: Violation[] = [];
  const byUri = new Map(files.map((file) => [file.uri, file]));
  for (const note of uploads) {
    const row = byUri.get(note.uri);
    if (row?.sha256 !== note.sha256 || row.size !== note.size) {
      found.push({
        invariant: 'files-kept',
        what: `the acknowledged upload ${note.uri} is not in the database as it was sent`,
        evidence: { note, row },
      });
    }
  }
  for (const { uri, object_key, size, sha256 } of files) {
    const object = objects.get(object_key);
    if (object?.size !== size || object.sha256 !== sha256) {
      found.push({
        invariant: 'files-whole',
        what: `file ${uri} is ${object ? `there with ${object.size} of ${size} bytes, or others` : 'not in the store'}`,
        evidence: { object_key, object, sha256 },
      });
    }
  }
  return found;
}

/** Nothing lies in the store without a name, but what housekeeping knows of; after it nothing at all. */
export function checkLeftovers(
  keys: readonly string[],
  { namedKeys, loose }: FileRows,
  isCleaned: boolean,
): Violation[] {
  return keys.flatMap((key) => {
    if (namedKeys.has(key) || (!isCleaned && loose.has(key))) return [];
    const what = isCleaned ? 'is left after housekeeping' : 'has no name and is on no list';
    return [{ invariant: 'files-no-leftovers', what: `object ${key} ${what}` }];
  });
}
