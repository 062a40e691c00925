import type { Generated } from 'kysely';

interface PushRegistrationsTable {
  registration_id: string;
  aid: string;
  device_id: string;
  provider: 'webpush' | 'fcm' | 'apns' | 'jpush';
  /** SHA-256 of the token in hex: it is looked up by this. */
  token_digest: string;
  /** Wrapped by the master key, the digest authenticated. */
  wrapped_token: Buffer;
  tags: string[];
  /** Of the notice that the system shows without the app. */
  language: 'zh' | 'en';
  created_at: Date;
  updated_at: Date;
}

/** One message for one registration: what makes a push go out once however often its job is made. */
interface PushDeliveriesTable {
  message_id: string;
  registration_id: string;
  state: Generated<'waiting' | 'sent' | 'dropped'>;
  created_at: Generated<Date>;
}

/** The keys that name this service to Web Push services (RFC 8292). */
interface PushVapidKeysTable {
  /** Uncompressed point, base64url: what browsers subscribe with. */
  public_key: string;
  /** Wrapped by the master key, the public key authenticated. */
  wrapped_private_key: Buffer;
  created_at: Generated<Date>;
}

export interface PushTables {
  push_registrations: PushRegistrationsTable;
  push_deliveries: PushDeliveriesTable;
  push_vapid_keys: PushVapidKeysTable;
}
