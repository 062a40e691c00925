import type { UploadEntry, Violation } from './journal.ts';

export interface StoredObject {
  readonly size: number;
  readonly sha256: string;
}

export interface FileRows {
  readonly files: readonly { uri: string; object_key: string; size: number; sha256: string }[];
  /** Includes the keys of results and packages. */
  readonly namedKeys: ReadonlySet<string>;
  readonly loose: ReadonlySet<string>;
}

/** Each name refers to a complete object, and each acknowledged upload has its name. */
export function checkNames(
  { files }: FileRows,
  objects: ReadonlyMap<string, StoredObject | undefined>,
  uploads: readonly UploadEntry[],
): Violation[] {
  const violations: Violation[] = [];
  const byUri = new Map(files.map((file) => [file.uri, file]));
  for (const upload of uploads) {
    const row = byUri.get(upload.uri);
    if (row?.sha256 !== upload.sha256 || row.size !== upload.size) {
      violations.push({
        invariant: 'files-kept',
        description: `the acknowledged upload ${upload.uri} is not in the database as it was sent`,
        evidence: { note: upload, row },
      });
    }
  }
  for (const { uri, object_key, size, sha256 } of files) {
    const object = objects.get(object_key);
    if (object?.size !== size || object.sha256 !== sha256) {
      violations.push({
        invariant: 'files-whole',
        description: `file ${uri} is ${object ? `stored with ${object.size} of ${size} bytes, or with other content` : 'missing in the store'}`,
        evidence: { object_key, object, sha256 },
      });
    }
  }
  return violations;
}

/** Each object in the store has a name or is listed for deletion. After housekeeping each has a name. */
export function checkLeftovers(
  keys: readonly string[],
  { namedKeys, loose }: FileRows,
  isCleaned: boolean,
): Violation[] {
  return keys.flatMap((key) => {
    if (namedKeys.has(key) || (!isCleaned && loose.has(key))) return [];
    const problem = isCleaned ? 'remains after housekeeping' : 'has no name and is not listed for deletion';
    return [{ invariant: 'files-no-leftovers', description: `object ${key} ${problem}` }];
  });
}
