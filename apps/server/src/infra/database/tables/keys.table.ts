import type { Generated } from 'kysely';

/** The id of the master key that wraps the stored keys: a single row, inserted at the first start. */
interface MasterKeyTable {
  id: string;
  created_at: Generated<Date>;
}

/** Licence key pairs of tenants: one per algorithm and generation. */
interface LicenceKeysTable {
  tid: string;
  generation: number;
  algorithm: string;
  kid: string;
  public_key_pem: string;
  /** PKCS#8, wrapped by the master key with the kid as context. */
  wrapped_private_key: Buffer;
  created_at: Generated<Date>;
  withdrawn_at: Date | null;
}

/** Ids of used request tokens of devices; each is valid once. */
interface RequestTokensTable {
  device_id: string;
  jti: string;
  expire_at: Date;
}

export interface KeyTables {
  master_key: MasterKeyTable;
  licence_keys: LicenceKeysTable;
  request_tokens: RequestTokensTable;
}
