import type { Generated } from 'kysely';

/** 0 or 1: SQLite knows no boolean. */
export type Bit = 0 | 1;

/**
 * `flag` of a record is a sum: which list it stands in, and whether it was removed by itself but can still be brought
 * back.
 */
export const recordFlag = { recent: 0, download: 1, removed: 2 } as const;

/** `recent_file`: the columns of specification section 3, two that a list shows, and what removed it. */
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
  /** The latest removal there was when it was written: that one left it, or took it by itself; see `flag`. */
  readonly removal: Generated<number>;
};

/** What was taken out of the lists and can still be brought back. */
export type RecentRemovalTable = {
  readonly removalID: Generated<number>;
  readonly accountID: string;
  /** The list that all older records were taken out of; null for records that were taken one by one. */
  readonly list: number | null;
  /** Those of the list with this in their name, in small letters; empty for all. */
  readonly text: string;
  readonly removeAt: number;
};

/** Use licences in their wrapped form: worthless without the device's agreement key. */
export type UseLicenceTable = {
  readonly accountID: string;
  readonly documentID: string;
  /** JSON of a `UseLicence`. */
  readonly licence: string;
  readonly leaseEnd: number | null;
  /** The tenant whose document it opens; null in licences of older apps. */
  readonly tid: string | null;
};

/** A decision that is on its way to the service, or that the service refused. */
export type OutboxTable = {
  readonly seq: Generated<number>;
  readonly accountID: string;
  readonly tid: string;
  readonly action: string;
  readonly flowID: string;
  /** What is acted on: a task, or the flow itself where it is cancelled. */
  readonly subject: string;
  readonly title: string;
  /** Its idempotency key; decisions that were made together share it. */
  readonly requestKey: string;
  readonly remark: string;
  /** JSON of the people chosen. */
  readonly people: string;
  /** Digest of what the person saw. */
  readonly seen: string | null;
  readonly createAt: number;
  readonly state: Generated<'waiting' | 'refused'>;
  /** Whether it may have reached the service: then it can no longer be taken back unseen. */
  readonly tried: Generated<Bit>;
  /** JSON of the code and its parameters. */
  readonly refusal: string | null;
};

/** Who sends, where the browser has no locks. */
export type OutboxLeaseTable = {
  readonly accountID: string;
  readonly owner: string;
  readonly until: number;
};

/** The last good answer of a call, to be read while the service cannot be reached. */
export type StoredAnswerTable = {
  readonly accountID: string;
  readonly tid: string;
  readonly name: string;
  /** JSON. */
  readonly body: string;
  readonly storedAt: number;
};

/** What a person wrote and has not sent. */
export type DraftTable = {
  readonly accountID: string;
  readonly name: string;
  readonly body: string;
  readonly updateAt: number;
};

/** An application that is being written. */
export type ApplicationDraftTable = {
  readonly accountID: string;
  readonly tid: string;
  readonly draftID: string;
  /** JSON of an `ApplicationDraft`. */
  readonly body: string;
  readonly updateAt: number;
  /** Thrown away, but can still be brought back. */
  readonly removed: Generated<Bit>;
};

/** A package of an application's files on its way to this device. */
export type FlowDownloadTable = {
  readonly accountID: string;
  readonly tid: string;
  readonly flowID: string;
  readonly tname: string;
  readonly flowName: string;
  /** Null until the service has been asked for it. */
  readonly downloadID: string | null;
  /** `received`: it is here, and the service is yet to be told so. */
  readonly state: 'running' | 'received' | 'done';
  /** Stopped by the person: it goes on when they say so, and not by itself. */
  readonly paused: Generated<Bit>;
};

export type LocalTables = {
  recent_file: RecentFileTable;
  recent_removal: RecentRemovalTable;
  use_licence: UseLicenceTable;
  outbox: OutboxTable;
  outbox_lease: OutboxLeaseTable;
  stored_answer: StoredAnswerTable;
  draft: DraftTable;
  application_draft: ApplicationDraftTable;
  flow_download: FlowDownloadTable;
};
