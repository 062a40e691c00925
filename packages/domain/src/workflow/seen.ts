import type { FlowDetails } from './details.ts';

/** The application as the decider saw it: its fields and files. */
export interface ApplicationSnapshot {
  readonly flowID: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly applicantID: string;
  /** Missing if the application has no details, or comes from a service version without details. */
  readonly details?: FlowDetails | undefined;
  readonly files: readonly {
    readonly uri: string;
    readonly name: string;
    /** Bytes. */
    readonly size: number;
    /** SHA-256 of the stored bytes, in lower-case hexadecimal. */
    readonly sha256: string;
  }[];
}

/**
 * The canonical text of a snapshot. Its SHA-256 (lower-case hexadecimal, over UTF-8) is the `seen` digest of a decision
 * and part of the audit record (service.md 'Workflow'). The order of files and of detail keys is irrelevant; every
 * other character counts. Without details the text equals that of the first version, so that old digests stay
 * comparable.
 */
export function canonicalSnapshot(seen: ApplicationSnapshot): string {
  const files = seen.files
    .map(({ uri, name, size, sha256 }) => [uri, name, size, sha256] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  // Arrays, because the key order of an object depends on its creator.
  const details = Object.entries(seen.details ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const { flowID, type, title, description, applicantID } = seen;
  const common = [flowID, type, title, description, applicantID, files];
  return JSON.stringify(details.length === 0 ? ['seen.1', ...common] : ['seen.2', ...common, details]);
}
