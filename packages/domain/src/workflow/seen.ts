import type { FlowDetails } from './details.ts';

/** What a person has before their eyes when they decide: the fields and files of the application. */
export interface Seen {
  readonly flowID: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly applicantID: string;
  /** Missing where the application says nothing beside the rest, or comes from a service of before there were any. */
  readonly details?: FlowDetails | undefined;
  readonly files: readonly {
    readonly uri: string;
    readonly name: string;
    /** Bytes. */
    readonly size: number;
    /** Of the stored bytes, lower-case hexadecimal. */
    readonly sha256: string;
  }[];
}

/**
 * The canonical text of what was seen. Its SHA-256 (lower-case hexadecimal, over UTF-8) is the `seen` of a
 * decision and stands in the decision's record (service.md 'Workflow').
 * The order of files and of the details' keys does not count; every character of the rest does. An application without
 * details keeps the first version's text, so that what was recorded before there were any stays comparable.
 */
export function canonicalSeen(seen: Seen): string {
  const files = seen.files
    .map(({ uri, name, size, sha256 }) => [uri, name, size, sha256] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  // Arrays, since the order of an object's keys is whatever its maker wrote.
  const details = Object.entries(seen.details ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const { flowID, type, title, description, applicantID } = seen;
  const common = [flowID, type, title, description, applicantID, files];
  return JSON.stringify(details.length === 0 ? ['seen.1', ...common] : ['seen.2', ...common, details]);
}
