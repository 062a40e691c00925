import type { Generated } from 'kysely';

/** 0 or 1: SQLite has no boolean. */
export type Bit = 0 | 1;

/** `flag` of a record is a sum: its list, plus `removed` if it was removed individually and can still be restored. */
export const recordFlag = { recent: 0, download: 1, removed: 2 } as const;

/**
 * `recent_file`: the columns of specification section 3, two that a list shows, and the removal that hides the
 * record.
 */
export type RecentFileTable = {
  readonly accountID: string;
  /** Our format: `flow:…` for a file of a flow, a digest of both ends of the content for a file of the device. */
  readonly fileID: string;
  readonly isFlowFile: Bit;
  /** Time of the last opening, ms since 1970. */
  readonly createAt: number;
  /** The name with its extension. */
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
  /**
   * The latest removal at the time of writing (it does not apply to the record), or the one that removed it
   * individually; see `flag`.
   */
  readonly removal: Generated<number>;
};

/** A removal from the lists that can still be undone. */
export type RecentRemovalTable = {
  readonly removalID: Generated<number>;
  readonly accountID: string;
  /** The list of which all older records are removed; null for records removed individually. */
  readonly list: number | null;
  /** Only records of the list with this text in their name, in lower case; empty for all. */
  readonly text: string;
  readonly removeAt: number;
};

/** Use licences in wrapped form: useless without the device's agreement key. */
export type UseLicenceTable = {
  readonly accountID: string;
  readonly documentID: string;
  /** JSON of a `UseLicence`. */
  readonly licence: string;
  readonly leaseEnd: number | null;
  /** The tenant of the document; null in licences of older apps. */
  readonly tid: string | null;
};

/** A decision that is pending, or that the service refused. */
export type OutboxTable = {
  readonly seq: Generated<number>;
  readonly accountID: string;
  readonly tid: string;
  readonly action: string;
  readonly flowID: string;
  /** Id of the object that the decision is about: a task, or the flow itself if it is cancelled. */
  readonly subject: string;
  readonly title: string;
  /** The idempotency key; decisions made together share it. */
  readonly requestKey: string;
  readonly remark: string;
  /** JSON of the chosen people. */
  readonly people: string;
  /** The number of the earlier stage of a return; null otherwise. */
  readonly stage: Generated<number | null>;
  /** Digest of the application as the user saw it. */
  readonly seen: string | null;
  readonly createAt: number;
  /** The decision is not sent before this time; null if it is sent at once. */
  readonly notBefore: Generated<number | null>;
  readonly state: Generated<'waiting' | 'refused'>;
  /** Whether it may have reached the service: then it can no longer be withdrawn unseen. */
  readonly tried: Generated<Bit>;
  /** JSON of the error code and its parameters. */
  readonly refusal: string | null;
};

/** The lease of the tab that sends, where the browser has no locks. */
export type OutboxLeaseTable = {
  readonly accountID: string;
  readonly owner: string;
  readonly until: number;
};

/** The last successful answer of a call, for reading without the service. */
export type StoredAnswerTable = {
  readonly accountID: string;
  readonly tid: string;
  readonly name: string;
  /** JSON. */
  readonly body: string;
  readonly storedAt: number;
};

/** A text that the user has written and not sent. */
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
  /** Deleted, but can still be restored. */
  readonly removed: Generated<Bit>;
};

/** A package of an application's files that is being downloaded. */
export type FlowDownloadTable = {
  readonly accountID: string;
  readonly tid: string;
  readonly flowID: string;
  readonly tname: string;
  readonly flowName: string;
  /** Null until it was requested from the service. */
  readonly downloadID: string | null;
  /** `received`: it is stored, and the receipt has not been sent to the service yet. */
  readonly state: 'running' | 'received' | 'done';
  /** Paused by the user: it resumes only on request. */
  readonly paused: Generated<Bit>;
};

/** What an account searched for last. */
export type RecentSearchTable = {
  readonly accountID: string;
  /** JSON of the texts, encrypted under the account's key of searches. */
  readonly sealed: string;
};

/** A document whose text is indexed; its tokens are in `document_token`, by `textID`. */
export type DocumentTextTable = {
  readonly textID: Generated<number>;
  readonly accountID: string;
  readonly fileID: string;
  /** The document of the licence; null for a plain file. */
  readonly documentID: string | null;
  /** The tenant of the document; null for a plain file. */
  readonly tid: string | null;
  readonly tokenCount: number;
  readonly indexedAt: number;
};

/** A document that stays above the others of its list. It ends with its record. */
export type PinnedDocumentTable = {
  readonly accountID: string;
  readonly fileID: string;
  /** ms since 1970; later than that of each earlier pin, whatever the clock says. */
  readonly pinnedAt: number;
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
  recent_search: RecentSearchTable;
  document_text: DocumentTextTable;
  pinned_document: PinnedDocumentTable;
};
