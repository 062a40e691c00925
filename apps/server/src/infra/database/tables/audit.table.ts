import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type WrittenWhereKnown<T> = ColumnType<T | null, T | null | undefined, never>;

/** Append-only audit records, written in the transaction of the recorded act. */
interface AuditRecordsTable {
  id: ColumnType<number, never, never>;
  /** Null: the record belongs to the deployment, not to a tenant. */
  tid: WrittenOnce<string | null>;
  at: WrittenOnce<Date>;
  act: WrittenOnce<string>;
  decision: WrittenOnce<'granted' | 'refused'>;
  reason: WrittenWhereKnown<string>;
  aid: WrittenWhereKnown<string>;
  fid: WrittenWhereKnown<string>;
  device_id: WrittenWhereKnown<string>;
  operator_id: WrittenWhereKnown<string>;
  document_id: WrittenWhereKnown<string>;
  kid: WrittenWhereKnown<string>;
  /** The id of the object of the act. */
  subject: WrittenWhereKnown<string>;
  sha256: WrittenWhereKnown<string>;
  /** Number of equal acts that are combined in this record. */
  count: ColumnType<number, number | undefined, never>;
  /** Sequence and hash in the chain of an older release. */
  former_sequence: WrittenWhereKnown<number>;
  former_hash: WrittenWhereKnown<Buffer>;
}

/** Queue of records that are not yet linked into a chain; a trigger inserts them. A crash of the database empties it. */
interface AuditPendingTable {
  record: ColumnType<number, never, never>;
  /** The transaction that wrote it, for the order. */
  xid: ColumnType<string, never, never>;
  since: ColumnType<Date, never, never>;
}

/** One row, which a crash of the database deletes together with the rows of `audit_pending`. */
interface AuditPendingStartTable {
  since: Generated<Date>;
}

/** At most one row: how far all records are linked. */
interface AuditLinkedTable {
  /** All records up to this id are linked. */
  until: Generated<number>;
  /** The last id at `seen_at`; the next value of `until` when all transactions from before have ended. */
  seen: number;
  seen_at: Date;
}

/** The position of each record in the hash chain of its tenant. */
interface AuditLinksTable {
  /** The tid; empty for the chain of the deployment. */
  chain: WrittenOnce<string>;
  /** From 1, without gaps. */
  sequence: WrittenOnce<number>;
  record: WrittenOnce<number>;
  /** SHA-256 over the previous hash and the record. */
  hash: WrittenOnce<Buffer>;
  at: Generated<Date>;
}

/** Signed statements about the length and last hash of a chain. */
interface AuditCheckpointsTable {
  chain: WrittenOnce<string>;
  sequence: WrittenOnce<number>;
  hash: WrittenOnce<Buffer>;
  at: WrittenOnce<Date>;
  /** The JWS. */
  statement: WrittenOnce<string>;
}

/** Counters of refusals, which become one audit record at the end of their minute. */
interface AuditRefusalsTable {
  chain: string;
  minute: Date;
  act: string;
  reason: string;
  count: number;
}

/**
 * Maps pseudonyms in audit records to ids. A pseudonym is the SHA-256 of the key and the id; deleting the row anonymises it
 * irreversibly.
 */
interface AuditSubjectsTable {
  kind: 'account' | 'member' | 'device';
  /** The tenant of a member; empty for an account or a device. */
  tid: string;
  id: string;
  key: Buffer;
  pseudonym: string;
}

export interface AuditTables {
  audit_subjects: AuditSubjectsTable;
  readable_audit_records: Omit<AuditRecordsTable, 'former_sequence' | 'former_hash'>;
  audit_records: AuditRecordsTable;
  audit_pending: AuditPendingTable;
  audit_pending_start: AuditPendingStartTable;
  audit_linked: AuditLinkedTable;
  audit_links: AuditLinksTable;
  audit_checkpoints: AuditCheckpointsTable;
  audit_refusals: AuditRefusalsTable;
}
