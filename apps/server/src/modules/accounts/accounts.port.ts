import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseConnection, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Tokens } from '../../infra/tokens/tokens.adapter.ts';
import type { Admissions } from './gate-cache.usecases.ts';

/** What the accounts stand on. */
export interface AccountsContext {
  db: DatabaseHandle;
  /** For the one statement that every call runs. */
  pool: DatabaseConnection['pool'];
  tokens: Tokens;
  clock: Clock;
  /** Who was let in before; without it everyone is asked for anew. */
  admissions?: Admissions;
  /** Tells the account's other devices of a new one; inside the transaction of the sign-in. */
  onNewDevice: (
    db: DatabaseTransaction,
    device: { aid: string; deviceID: string; name: string },
  ) => Promise<void>;
}

/** Where a request came in, for proofs that are made for one address. */
export interface RequestPlace {
  method: string;
  path: string;
  hosts: readonly string[];
}
