import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import type { requirePassword } from '../accounts/password-check.usecases.ts';

type AccountServices = Parameters<typeof requirePassword>[0];

/** What deletions and exports stand on. */
export interface PrivacyServices {
  readonly accounts: AccountServices;
  readonly objects: ObjectStore;
  /** Milliseconds between the wish of a person to be deleted and the deletion. */
  readonly accountDeletionDelayMs: number;
  /** Milliseconds after which a closed account is deleted; undefined: never. */
  readonly closedAccountLifeMs: number | undefined;
}
