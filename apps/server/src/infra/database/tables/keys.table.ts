import type { Generated } from 'kysely';

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

export interface KeyTables {
  master_key: MasterKeyTable;
  licence_keys: LicenceKeysTable;
  request_tokens: RequestTokensTable;
}
