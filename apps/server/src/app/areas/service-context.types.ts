import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../../infra/changes/changes.port.ts';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { Config } from '../../infra/config/config.schemas.ts';
import type { DatabaseConnection, DatabaseHandle } from '../../infra/database/index.ts';
import type { JobQueue, Jobs } from '../../infra/jobs/jobs.port.ts';
import type { Mailer } from '../../infra/mail/mail.port.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import type { Metrics } from '../../infra/metrics/metrics.util.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import type { SmsSender } from '../../infra/sms/sms.port.ts';
import type { Statements } from '../../infra/tokens/statements.util.ts';
import type { TokenKeys } from '../../infra/tokens/token-keys.repository.ts';
import type { AccountServices } from '../../modules/accounts/accounts.types.ts';
import type { HousekeepingOutcome, OwnNode } from '../../modules/deployment/nodes.usecases.ts';
import type { LicenceKeys } from '../../modules/keys/licence-key.usecases.ts';
import type { PushContext } from '../../modules/push/push.types.ts';
import type { WorkflowServices } from '../../modules/workflow/flow-event.usecases.ts';
import type { ListServices } from '../../modules/workflow/lists.usecases.ts';

/** The parts of the service that do not belong to a module. The modules build on them. */
export interface Infrastructure {
  readonly config: Config;
  readonly database: DatabaseConnection;
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly jobs: Jobs;
  /** Changes that any node committed. Delivered only after the service starts to work. */
  readonly changes: ChangeFeed;
  readonly masterKey: MasterKey;
  readonly metrics: Metrics;
  readonly objects: ObjectStore;
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  /** Applies the stored settings of mail and text messages on this node now. */
  readonly refreshDelivery: () => Promise<void>;
  readonly tokenKeys: TokenKeys;
  /** Signs statements of the service about itself, such as audit checkpoints. */
  readonly statements: Statements;
  /** The base URL that clients use. */
  readonly publicUrl: () => string;
  /** Hosts, with ports, under which clients reach the service. A device proof is made for one of them. */
  readonly publicHosts: () => readonly string[];
  readonly onError: (error: unknown) => void;
}

/** The dependencies of all modules: the infrastructure, and what modules offer to each other. */
export interface ServiceContext extends Infrastructure {
  readonly accounts: AccountServices;
  readonly keys: LicenceKeys;
  readonly push: PushContext;
  readonly workflow: WorkflowServices & ListServices;
  readonly ownNode: OwnNode;
  /** Deletes expired records of all modules now. */
  readonly runHousekeeping: () => Promise<HousekeepingOutcome>;
}

/** One capability of the service: its routes, workers and housekeeping. `serviceModules` lists all of them. */
export interface ServiceModule {
  /** Every queue that the module sends to or works on. */
  readonly queues?: readonly JobQueue<object>[];
  /** Registers the routes. */
  readonly registerRoutes?: (app: FastifyInstance, context: ServiceContext) => void | Promise<void>;
  /**
   * Starts this node's workers, before the first request.
   * @returns a function that stops them, if there is something to stop.
   */
  readonly startWorkers?: (context: ServiceContext) => Promise<(() => void | Promise<void>) | undefined>;
  /** Hourly deletion of expired records. `now` in milliseconds since 1970. */
  readonly deleteExpired?: (context: ServiceContext, now: number) => Promise<void>;
}
