import type { Generated } from 'kysely';

/** An authenticator app of an account (RFC 6238). */
interface TotpFactorsTable {
  aid: string;
  /** The shared secret, wrapped by the master key with the account as context. */
  wrapped_secret: Buffer;
  created_at: Generated<Date>;
  /** Null until the owner has presented a first code. */
  confirmed_at: Generated<Date | null>;
  /** The time step of the last accepted code: an earlier or equal one is rejected. */
  last_step: Generated<number | null>;
  /** Consecutive wrong codes. */
  failures: Generated<number>;
  locked_until: Generated<Date | null>;
}

/** Codes that replace a lost authenticator app, each once. */
interface RecoveryCodesTable {
  aid: string;
  /** SHA-256 of the code, which has 118 bits of entropy. */
  digest: Buffer;
  used_at: Generated<Date | null>;
}

/** Accounts that operate the deployment. */
interface OperatorAccountsTable {
  operator_id: string;
  /** Null once the account is deleted. */
  aid: string | null;
  /** The name of the person; null once the account is deleted. */
  name: string | null;
  /** The operator that granted the role; null for the first operator, who used a set-up link. */
  granted_by: string | null;
  granted_at: Generated<Date>;
  withdrawn_by: Generated<string | null>;
  withdrawn_at: Generated<Date | null>;
}

/** One-time links that create an operator. */
interface SetupLinksTable {
  /** SHA-256 of the token in the link. */
  digest: Buffer;
  /** The secret of the authenticator app that is being enrolled, wrapped by the master key. */
  wrapped_totp_secret: Generated<Buffer | null>;
  link_id: string;
  created_at: Generated<Date>;
  expire_at: Date;
}

/** Settings of mail and text messages that operators change at run time. The environment overrides them. */
interface DeliverySettingsTable {
  channel: 'mail' | 'sms';
  /** JSON, wrapped by the master key. */
  wrapped_settings: Buffer;
  updated_at: Generated<Date>;
  updated_by: string | null;
}

/** Confirmations that a master key is stored apart from the data. */
interface MasterKeyCopiesTable {
  master_key_id: string;
  confirmed_at: Generated<Date>;
  confirmed_by: string | null;
}

export interface OperatorTables {
  totp_factors: TotpFactorsTable;
  recovery_codes: RecoveryCodesTable;
  operator_accounts: OperatorAccountsTable;
  setup_links: SetupLinksTable;
  delivery_settings: DeliverySettingsTable;
  master_key_copies: MasterKeyCopiesTable;
}
