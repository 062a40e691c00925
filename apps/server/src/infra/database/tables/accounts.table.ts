import type { ColumnType, Generated } from 'kysely';

/** JSON columns are written as text: the driver would make an array of PostgreSQL out of a JavaScript one. */
export type Json<T> = ColumnType<T, string, string>;

export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

interface AccountsTable {
  aid: string;
  username: string;
  mobile_no: string | null;
  email: string | null;
  /** When the owner proved the contact by a code; null for a claim, which several accounts may make. */
  mobile_verified_at: Generated<Date | null>;
  email_verified_at: Generated<Date | null>;
  /** The tenant that created the account, until its person accepts a membership elsewhere. */
  managed_by: Generated<string | null>;
  /** argon2id, in the PHC string format. */
  password_hash: string;
  /** Of a one-time password: until when it is taken; null for a password of the person's own. */
  password_until: Generated<Date | null>;
  /** When it was signed in with, which is good once. */
  password_used_at: Generated<Date | null>;
  state: Generated<'active' | 'closed'>;
  /** When it is deleted, as its owner asked for; a sign-in before withdraws that. */
  delete_at: Generated<Date | null>;
  /** Kept by a trigger on `state`. */
  closed_at: Generated<Date | null>;
  /** Wrong passwords in a row from unknown devices. */
  failed_sign_ins: Generated<number>;
  /** End of the lock on password sign-ins from unknown devices. */
  locked_until: Date | null;
  /** Of the code that set the password, until both factors were shown with it; null for a password set otherwise. */
  reset_channel: Generated<'sms' | 'email' | null>;
  created_at: Generated<Date>;
}

/** Wrong passwords in a row from one source that the account knows: a device's key, a session, a proven contact. */
interface KnownSourceFailuresTable {
  aid: string;
  source: string;
  failures: number;
  locked_until: Date | null;
  last_at: Date;
}

interface DevicesTable {
  aid: string;
  /** Chosen by the device. */
  device_id: string;
  name: string;
  platform: 'web' | 'android' | 'ios' | 'other';
  agreement_key: Json<PublicJwk>;
  signing_key: Json<PublicJwk>;
  /** RFC 7638, of the signing key. */
  thumbprint: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  withdrawn_at: Date | null;
  /** When a session last began on it, under this signing key, with both a password and a code. */
  two_factors_at: Generated<Date | null>;
}

export type SessionEnd =
  | 'logout'
  | 'device_withdrawn'
  | 'password_changed'
  | 'token_reused'
  | 'proof_missing'
  | 'replaced'
  | 'key_withdrawn';

interface SessionsTable {
  sid: string;
  aid: string;
  device_id: string | null;
  /** The signing key that the session is bound to, as it was at sign-in. */
  thumbprint: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
  end_reason: SessionEnd | null;
  /** The tenants that the sign-in answered; null for a session of the release before. */
  tids: ColumnType<string[] | null, string[] | undefined, never>;
}

/** The chain of a session's tokens: each but the first names the one that was exchanged for it. */
interface SessionTokensTable {
  jti: string;
  sid: string;
  predecessor: string | null;
  issued_at: Date;
  expire_at: Date;
  first_used_at: Date | null;
  /** The key that signs it; null for a token of the release before, of the first key. */
  kid: string | null;
}

/** Ids of device proofs that were used: each is good once (RFC 9449, section 11.1). */
interface ProofUsesTable {
  thumbprint: string;
  jti: string;
  expire_at: Date;
}

interface TokenKeysTable {
  kid: string;
  public_jwk: Json<Record<string, string>>;
  /** PKCS#8 wrapped by the master key, the kid authenticated. Null once the key can sign nothing any more. */
  wrapped_private_key: Buffer | null;
  created_at: Generated<Date>;
  /** Until then it is published and signs nothing. */
  signs_from: Generated<Date>;
  /** When the last token that it signed has ended; null where no other key follows it. */
  verifies_until: Date | null;
  withdrawn_at: Date | null;
}

interface OperatorCredentialsTable {
  operator_id: string;
  /** SHA-256 of the credential. */
  digest: Buffer;
  /** Whose it is, for those who withdraw one. */
  label: string | null;
  created_at: Generated<Date>;
  withdrawn_at: Date | null;
}

/** When codes were requested, by the keyed digest of what is limited: a requester of a contact's codes, a contact, an account. */
interface CodeAsksTable {
  subject: Buffer;
  /** Of the last day, the oldest first. */
  sent_at: Date[];
  /** Those of the last minute that could not be sent. */
  failed_at: Date[];
  last_at: Date;
}

/** A code that was sent, by the ticket of whoever requested it. */
interface IssuedCodesTable {
  /** Keyed, over contact, purpose and ticket. */
  ticket_digest: Buffer;
  /** Keyed, over the contact, or the begun sign-in of a second factor. */
  subject: Buffer;
  purpose: CodePurpose;
  /** Keyed, over the ticket's digest and the code. */
  code_digest: Buffer;
  expire_at: Date;
  wrong_attempts: Generated<number>;
}

/** Codes of the release before; nothing is added to it. */
interface VerificationCodesTable {
  expire_at: Date;
}

export type CodePurpose = 'login' | 'second_factor' | 'reset' | 'update';

/** Notices about an account that leave the service; gone once they were sent. */
interface AccountNoticesTable {
  notice_id: string;
  aid: string;
  kind: 'password_changed' | 'phone_changed' | 'contact_moved' | 'reset_requested';
  channel: 'sms' | 'email';
  /** Where it goes, which may no longer be the account's. */
  address: string;
  created_at: Date;
}

/** Counters of rate limits, shared by all nodes. */
interface RateCountersTable {
  key: string;
  count: number;
  ends_at: Date;
}

export interface AccountTables {
  accounts: AccountsTable;
  devices: DevicesTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  proof_uses: ProofUsesTable;
  token_keys: TokenKeysTable;
  operator_credentials: OperatorCredentialsTable;
  rate_counters: RateCountersTable;
  code_asks: CodeAsksTable;
  issued_codes: IssuedCodesTable;
  verification_codes: VerificationCodesTable;
  known_source_failures: KnownSourceFailuresTable;
  account_notices: AccountNoticesTable;
}
