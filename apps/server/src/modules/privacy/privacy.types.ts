import type { FastifyBaseLogger } from 'fastify';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import type { AccountServices } from '../accounts/administration/administer-accounts.usecases.ts';
import type { CheckpointServices } from '../audit/checkpoints.usecases.ts';

/** Dependencies of deletions and exports. */
export interface PrivacyServices {
  readonly accounts: AccountServices;
  readonly objects: ObjectStore;
  /** The audit chains, which record archives and whose key signs them. */
  readonly chains: CheckpointServices;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Milliseconds between the request for a deletion and the deletion. */
  readonly accountDeletionDelayMs: number;
  /** Milliseconds until a closed account is deleted; undefined: never. */
  readonly closedAccountLifetimeMs: number | undefined;
}
