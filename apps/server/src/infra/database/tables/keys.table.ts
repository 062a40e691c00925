import type { ColumnType, Generated } from 'kysely';

/** Which master key the stored keys are wrapped by: one row, written at the first start. */
interface MasterKeyTable {
  id: string;
  created_at: Generated<Date>;
}

/** A tenant's licence key pairs: one of each algorithm a generation. */
interface LicenceKeysTable {
  tid: string;
  generation: number;
  algorithm: string;
  kid: string;
  public_key_pem: string;
  /** PKCS#8 wrapped by the master key, the kid authenticated. */
  wrapped_private_key: Buffer;
  created_at: Generated<Date>;
  withdrawn_at: Date | null;
}

/** The ids of request tokens that devices have used; each is good once. */
interface RequestTokensTable {
  device_id: string;
  jti: string;
  expire_at: Date;
}

/** Where a tenant's audit chain ends; locked while a record is added. */
interface AuditChainsTable {
  tid: string;
  sequence: number;
  hash: Buffer;
}

export type AuditedAct = 'rewrap' | 'register' | 'withdraw' | 'grant' | 'rotate';

type WrittenOnce<T> = ColumnType<T, T, never>;

/** Every decision about a key and every act on keys and documents, each record bound to the one before. Only ever added to. */
interface AccessAuditTable {
  tid: WrittenOnce<string>;
  sequence: WrittenOnce<number>;
  at: WrittenOnce<Date>;
  act: WrittenOnce<AuditedAct>;
  decision: WrittenOnce<'granted' | 'refused'>;
  reason: WrittenOnce<string | null>;
  aid: WrittenOnce<string | null>;
  fid: WrittenOnce<string | null>;
  device_id: WrittenOnce<string | null>;
  operator_id: WrittenOnce<string | null>;
  document_id: WrittenOnce<string | null>;
  kid: WrittenOnce<string | null>;
  /** SHA-256 over the hash before and this record. */
  hash: WrittenOnce<Buffer>;
}

export interface KeyTables {
  master_key: MasterKeyTable;
  licence_keys: LicenceKeysTable;
  request_tokens: RequestTokensTable;
  audit_chains: AuditChainsTable;
  access_audit: AccessAuditTable;
}
