import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseConnection, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { Mailer } from '../../infra/mail/mail.port.ts';
import type { SmsSender } from '../../infra/sms/sms.port.ts';
import type { Tokens } from '../../infra/tokens/tokens.adapter.ts';
import type { AskMemberState } from './gate.repository.ts';
import type { Admissions } from './gate-cache.usecases.ts';
import type { PasswordPolicy } from './new-password.usecases.ts';

/** What the accounts stand on. */
export interface AccountsContext {
  db: DatabaseHandle;
  /** For the one statement that every call runs. */
  pool: DatabaseConnection['pool'];
  tokens: Tokens;
  clock: Clock;
  /** How long a session lives at most, in milliseconds. */
  sessionLife: number;
  /** Who was let in before; without it everyone is asked for anew. */
  admissions?: Admissions;
  /** Asks the database for who may be let in so, many at a time; without it each is asked for alone. */
  memberStates?: AskMemberState;
}

/** What a person learns about the own account inside the app: ids, the device's own name, the name of a tenant. */
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

/** What signing in, codes and passwords stand on beside. */
export interface AccountServices extends AccountsContext {
  outbox: Outbox;
  mailer: Mailer;
  sms: SmsSender;
  /** Keys the digests of codes, numbers and addresses. */
  codeKey: Buffer;
  /** Prints a code for a service that cannot send any; undefined where that is not allowed. */
  printCode: ((purpose: string, code: string) => void) | undefined;
  /** Codes are also accepted without the ticket of their request, from clients that know no tickets. */
  codesWithoutTicket: boolean;
  /** Nobody who has not signed in is told which numbers, addresses and names have an account. */
  hideAccounts: boolean;
  /** What new passwords have to keep. */
  passwords: PasswordPolicy;
  onError: (error: unknown) => void;
  /** Tells the account inside the app; inside the transaction that changes it. */
  tell: (db: DatabaseTransaction, event: AccountEvent) => Promise<void>;
}

/** Where a request came in, for proofs that are made for one address; and where it came from, for limits of each source. */
export interface RequestPlace {
  method: string;
  path: string;
  /** The host names, with ports, under which clients know this service. */
  hosts: readonly string[];
  /** The network of whoever sent it. */
  source: string;
}
