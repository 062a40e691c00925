import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseConnection, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { Mailer } from '../../infra/mail/mail.port.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import type { SmsSender } from '../../infra/sms/sms.port.ts';
import type { Tokens } from '../../infra/tokens/tokens.util.ts';
import type { AdmissionCache } from './authentication/admission-cache.usecases.ts';
import type { LoadMemberState } from './authentication/authentication.repository.ts';
import type { PasswordPolicy } from './passwords/new-password.usecases.ts';

/** Dependencies of the use cases of accounts and sessions. */
export interface AccountsContext {
  db: DatabaseHandle;
  /** Runs the prepared statement that authenticates each call. */
  pool: DatabaseConnection['pool'];
  tokens: Tokens;
  clock: Clock;
  /** Maximum lifetime of a session in milliseconds. */
  sessionLifetimeMs: number;
  /** Admissions of earlier calls. Without it the database is queried for each call. */
  admissionCache?: AdmissionCache;
  /** Loads the states of many tokens in one query. Without it one query is run for each token. */
  loadMemberState?: LoadMemberState;
}

/**
 * An event that the app shows to the owner of an account. It holds only ids, the name of a device and the name of a
 * tenant.
 */
export type AccountEvent =
  | { kind: 'new_device'; aid: string; deviceID: string; name: string }
  | { kind: 'invited'; aid: string; tid: string; tenantName: string }
  | {
      kind:
        | 'password_changed'
        | 'phone_changed'
        | 'contact_verified'
        | 'contact_moved'
        | 'reset_requested'
        | 'account_locked';
      aid: string;
    };

/** Further dependencies of sign-in, codes and passwords. */
export interface AccountServices extends AccountsContext {
  outbox: Outbox;
  mailer: Mailer;
  sms: SmsSender;
  /** Key of the digests of codes, phone numbers and e-mail addresses. */
  codeKey: Buffer;
  /** Wraps the secrets of authenticator apps. */
  masterKey: MasterKey;
  /** Prints a code where no gateway is configured; undefined where printing is not allowed. */
  printCode: ((purpose: string, code: string) => void) | undefined;
  /** Whether a code is accepted without the ticket of its request, for clients that do not support tickets. */
  isTicketOptional: boolean;
  /** Whether answers before sign-in hide which phone numbers, addresses and user names have an account. */
  shouldHideAccounts: boolean;
  /** Requirements for new passwords. */
  passwords: PasswordPolicy;
  onError: (error: unknown) => void;
  /** Publishes an event to the app, in the transaction that changes the account. */
  publishEvent: (db: DatabaseTransaction, event: AccountEvent) => Promise<void>;
}
