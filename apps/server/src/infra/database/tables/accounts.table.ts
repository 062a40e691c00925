import type { ColumnType, Generated } from 'kysely';

/** A JSON column. It is written as text, because the driver would convert a JavaScript array to a PostgreSQL array. */
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
  /** When the owner verified the contact by a code; null if unverified. Several accounts may have the same unverified contact. */
  mobile_verified_at: Generated<Date | null>;
  email_verified_at: Generated<Date | null>;
  /** The tenant that created the account, until its owner accepts a membership in another tenant. */
  managed_by: Generated<string | null>;
  /** argon2id, in the PHC string format. */
  password_hash: string;
  /** Expiry of a one-time password; null for a password chosen by the person. */
  password_until: Generated<Date | null>;
  /** When a one-time password was used; it works once. */
  password_used_at: Generated<Date | null>;
  state: Generated<'active' | 'closed'>;
  /** Scheduled deletion at the owner's request; an earlier sign-in withdraws the request. */
  delete_at: Generated<Date | null>;
  /** Maintained by a trigger on `state`. */
  closed_at: Generated<Date | null>;
  /** Consecutive wrong passwords from unknown devices. */
  failed_sign_ins: Generated<number>;
  /** End of the lock of password sign-ins from unknown devices. */
  locked_until: Date | null;
  /**
   * Channel of the code that reset the password, until a sign-in with both factors; null for a password set in another way.
   */
  reset_channel: Generated<'sms' | 'email' | null>;
  created_at: Generated<Date>;
}

/** Consecutive wrong passwords from a source known to the account: a device key, a session or a verified contact. */
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
  /** Thumbprint of the signing key (RFC 7638). */
  thumbprint: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  withdrawn_at: Date | null;
  /** The last sign-in with both password and code on this device and signing key. */
  two_factors_at: Generated<Date | null>;
  /** The tenant that manages the account. Maintained by triggers. */
  managed_by: Generated<string | null>;
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
  /** The tenants in the answer to the sign-in; null for a session of an older release. */
  tids: ColumnType<string[] | null, string[] | undefined, never>;
  /** The methods of the sign-in (RFC 8176); null for a session of an older release. */
  amr: ColumnType<string[] | null, string[] | undefined, never>;
  /** When the session last presented two factors; null for a sign-in with one factor. */
  two_factors_at: Generated<Date | null>;
  /** When the session last presented the only factor of its account again; null for never. */
  stepped_up_at: Generated<Date | null>;
}

/** The chain of a session's tokens: each but the first refers to the token that it was exchanged for. */
interface SessionTokensTable {
  jti: string;
  sid: string;
  predecessor: string | null;
  issued_at: Date;
  expire_at: Date;
  first_used_at: Date | null;
  /** The signing key; null for a token of an older release, signed by the first key. */
  kid: string | null;
  /** HMAC-SHA-256 of the token, under a key that is derived from the signing key; null for a token of an older release. */
  mac: Buffer | null;
}

/** Ids of used device proofs and challenges: each is valid once (RFC 9449, section 11.1). */
interface ProofUsesTable {
  thumbprint: string;
  jti: string;
  expire_at: Date;
}

/** At most one row, which is lost together with the rows of `recent_proof_uses`. */
interface RecentProofUsesStartTable {
  is_only: Generated<boolean>;
  /** No use of a proof that was issued later is missing. */
  since: Date;
}

interface TokenKeysTable {
  kid: string;
  public_jwk: Json<Record<string, string>>;
  /** PKCS#8, wrapped by the master key with the kid as context. Null once the key signs no more. */
  wrapped_private_key: Buffer | null;
  created_at: Generated<Date>;
  /** Until then the key is published but does not sign. */
  signs_from: Generated<Date>;
  /** When the last token of the key has expired; null if the key has no successor. */
  verifies_until: Date | null;
  withdrawn_at: Date | null;
}

interface OperatorCredentialsTable {
  operator_id: string;
  /** SHA-256 of the credential. */
  digest: Buffer;
  /** A name for operators, to identify the credential when they withdraw it. */
  label: string | null;
  created_at: Generated<Date>;
  withdrawn_at: Date | null;
}

/** Times of code requests by subject. A subject is the keyed digest of what is limited: requester and contact, contact or account. */
interface CodeAsksTable {
  subject: Buffer;
  /** Times within the last day, oldest first. */
  sent_at: Date[];
  /** Failed attempts within the last minute. */
  failed_at: Date[];
  last_at: Date;
}

/** A sent code, identified by the ticket of its requester. */
interface IssuedCodesTable {
  /** Keyed digest of contact, purpose and ticket. */
  ticket_digest: Buffer;
  /** Keyed digest of the contact, or of the pending sign-in for a second factor. */
  subject: Buffer;
  purpose: CodePurpose;
  /** Keyed digest of the ticket's digest and the code. */
  code_digest: Buffer;
  expire_at: Date;
  wrong_attempts: Generated<number>;
}

/** Codes of an older release. This release adds no rows. */
interface VerificationCodesTable {
  expire_at: Date;
}

export type CodePurpose = 'login' | 'second_factor' | 'reset' | 'update';

/** Pending notices about an account, sent by text message or mail; deleted once sent. */
interface AccountNoticesTable {
  notice_id: string;
  aid: string;
  kind: 'password_changed' | 'phone_changed' | 'contact_moved' | 'reset_requested';
  channel: 'sms' | 'email';
  /** The recipient, which may no longer be a contact of the account. */
  address: string;
  created_at: Date;
}

/** Counters of rate limits, shared by all nodes. */
interface RateCountersTable {
  key: string;
  count: number;
  ends_at: Date;
}

/** What people set in the console, as JSON that the service does not read. */
interface AccountPreferencesTable {
  aid: string;
  version: number;
  document: string;
  updated_at: Date;
}

export interface AccountTables {
  accounts: AccountsTable;
  devices: DevicesTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  proof_uses: ProofUsesTable;
  /** Without a log, as most proofs are stored. */
  recent_proof_uses: ProofUsesTable;
  recent_proof_uses_start: RecentProofUsesStartTable;
  token_keys: TokenKeysTable;
  operator_credentials: OperatorCredentialsTable;
  rate_counters: RateCountersTable;
  code_asks: CodeAsksTable;
  issued_codes: IssuedCodesTable;
  verification_codes: VerificationCodesTable;
  known_source_failures: KnownSourceFailuresTable;
  account_notices: AccountNoticesTable;
  account_preferences: AccountPreferencesTable;
}
