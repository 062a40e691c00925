import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { AccountServices } from '../accounts/administration/administer-accounts.usecases.ts';
import type { PasswordPolicy } from '../accounts/passwords/new-password.usecases.ts';
import type { LicenceKeys } from '../keys/licence-key.usecases.ts';
import type { RetentionLimits } from './retention-limits.usecases.ts';

/** The dependencies of the admin module. */
export interface AdminServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly keys: LicenceKeys;
  /** The rules for new passwords. */
  readonly passwords: PasswordPolicy;
  /** The address that clients use. */
  readonly publicUrl: () => string;
  /** The longest times for which a tenant may keep content. */
  readonly retention: RetentionLimits;
  /** Whether a tenant's own server may be on this machine or in a private network. */
  readonly allowPrivateServiceApi: boolean;
  /** Whether an existing account joins a tenant when its owner accepts an invitation, or immediately. */
  readonly membership: 'invitation' | 'direct';
  /** Notifies people of what is done to their accounts. */
  readonly accounts: AccountServices;
}
