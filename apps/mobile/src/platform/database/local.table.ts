import type { Generated } from 'kysely';

/** 0 or 1: SQLite knows no boolean. */
export type Bit = 0 | 1;

/**
 * `flag` of a record is a sum: which list it stands in, and whether it was removed but can still be brought back.
 */
export const recordFlag = { recent: 0, download: 1, removed: 2 } as const;

/** `recent_file`: the columns of specification section 3, and the two at the end that a list shows. */
export type RecentFileTable = {
  readonly accountID: string;
  /** Ours: `flow:…` for a file of a flow, the digest of its content's ends for a file of the device. */
  readonly fileID: string;
  readonly isFlowFile: Bit;
  /** When it was last opened, ms since 1970. */
  readonly createAt: number;
  /** The name with its ending. */
  readonly fileWholeName: string;
  readonly fileName: string;
  readonly flowID: string | null;
  readonly flowName: string | null;
  readonly flowFileURL: string | null;
  readonly flowFileName: string | null;
  readonly encrypted: Bit;
  readonly key: string | null;
  readonly userOID: string | null;
  readonly orgID: string | null;
  readonly clID: string | null;
  readonly tid: string | null;
  readonly tname: string | null;
  /** Progress of its download or copy, 0 to 100. */
  readonly downloadPer: number;
  readonly flag: Generated<number>;
  readonly fileSize: number | null;
  readonly mimeType: string | null;
};

/** Use licences in their wrapped form: worthless without the device's agreement key. */
export type UseLicenceTable = {
  readonly accountID: string;
  readonly documentID: string;
  /** JSON of a `UseLicence`. */
  readonly licence: string;
  readonly leaseEnd: number | null;
};

export type LocalTables = {
  recent_file: RecentFileTable;
  use_licence: UseLicenceTable;
};
