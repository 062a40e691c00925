import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type WrittenWhereKnown<T> = ColumnType<T | null, T | null | undefined, never>;

/** What was done or decided, by whom. Written by the transaction that does it, and only ever added to. */
interface AuditRecordsTable {
  id: ColumnType<number, never, never>;
  /** Null: it belongs to the deployment, to no tenant. */
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
  /** The id of what it was done to. */
  subject: WrittenWhereKnown<string>;
  sha256: WrittenWhereKnown<string>;
  /** How often, where like ones are one record. */
  count: ColumnType<number, number | undefined, never>;
  /** Place and hash in the chain that the release before wrote. */
  former_sequence: WrittenWhereKnown<number>;
  former_hash: WrittenWhereKnown<Buffer>;
}

/** Records that no chain holds yet; a trigger puts them here. */
interface AuditPendingTable {
  record: ColumnType<number, never, never>;
  /** The transaction that wrote it, for the order. */
  xid: ColumnType<string, never, never>;
  since: ColumnType<Date, never, never>;
}

/** Where each record stands in its tenant's chain, bound to the one before. */
interface AuditLinksTable {
  /** The tid; empty for the deployment's. */
  chain: WrittenOnce<string>;
  /** From 1, without gaps. */
  sequence: WrittenOnce<number>;
  record: WrittenOnce<number>;
  /** SHA-256 over the hash before and the record. */
  hash: WrittenOnce<Buffer>;
  at: Generated<Date>;
}

/** Signed statements of how long a chain was and how it ended. */
interface AuditCheckpointsTable {
  chain: WrittenOnce<string>;
  sequence: WrittenOnce<number>;
  hash: WrittenOnce<Buffer>;
  at: WrittenOnce<Date>;
  /** The JWS. */
  statement: WrittenOnce<string>;
}

/** Refusals that are counted, until their minute is over and they become one record. */
interface AuditRefusalsTable {
  chain: string;
  minute: Date;
  act: string;
  reason: string;
  count: number;
}

/**
 * Whom a pseudonym in records stands for: the SHA-256 of the key and the id. Deleting the row makes a pseudonym nobody's for
 * good.
 */
interface AuditSubjectsTable {
  kind: 'account' | 'member' | 'device';
  /** Of a member the tenant; empty of an account or a device. */
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
  audit_links: AuditLinksTable;
  audit_checkpoints: AuditCheckpointsTable;
  audit_refusals: AuditRefusalsTable;
}
