import type { NotificationKind, QuietHours } from '@sealflow/domain/notifications';
import type { Generated } from 'kysely';
import type { Json } from './accounts.table.ts';

interface PushRegistrationsTable {
  registration_id: string;
  aid: string;
  device_id: string;
  provider: 'webpush' | 'fcm' | 'apns' | 'jpush';
  /** SHA-256 of the token in hex, for lookups. */
  token_digest: string;
  /** Wrapped by the master key with the digest as context. */
  wrapped_token: Buffer;
  tags: string[];
  /** Language of the notification that the system shows without the app. */
  language: 'zh' | 'en';
  created_at: Date;
  updated_at: Date;
}

/** Deliveries of a message to a registration; they make repeated jobs idempotent. */
interface PushDeliveriesTable {
  message_id: string;
  registration_id: string;
  /** `held` until the quiet hours of the account end. */
  state: Generated<'waiting' | 'held' | 'sent' | 'dropped'>;
  created_at: Generated<Date>;
  /** When the quiet hours that held it ended; null if none did. */
  released_at: Generated<Date | null>;
}

/** VAPID keys, which identify this service to Web Push services (RFC 8292). */
interface PushVapidKeysTable {
  /** Uncompressed point, base64url; part of every browser subscription. */
  public_key: string;
  /** Wrapped by the master key with the public key as context. */
  wrapped_private_key: Buffer;
  created_at: Generated<Date>;
}

/** An account without a row gets every push at once. */
interface NotificationSettingsTable {
  aid: string;
  muted: NotificationKind[];
  quiet: Json<QuietHours> | null;
  updated_at: Date;
}

export interface PushTables {
  notification_settings: NotificationSettingsTable;
  push_registrations: PushRegistrationsTable;
  push_deliveries: PushDeliveriesTable;
  push_vapid_keys: PushVapidKeysTable;
}
