import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../infra/changes/changes.port.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseConnection, DatabaseHandle } from '../infra/database/index.ts';
import type { JobQueue, Jobs } from '../infra/jobs/jobs.port.ts';
import type { Mailer } from '../infra/mail/mail.port.ts';
import type { MasterKey } from '../infra/master-key/index.ts';
import type { Metrics } from '../infra/metrics/metrics.adapter.ts';
import type { ObjectStore } from '../infra/objects/objects.port.ts';
import type { Statements } from '../infra/tokens/statements.adapter.ts';
import type { AccountServices } from '../modules/accounts/accounts.port.ts';
import type { LicenceKeys } from '../modules/keys/licence-key.usecases.ts';
import type { PushContext } from '../modules/push/push.port.ts';
import type { WorkflowServices } from '../modules/workflow/flow-event.usecases.ts';
import type { ListServices } from '../modules/workflow/lists.usecases.ts';

/** What the use cases stand on, put together once. */
export interface Parts {
  readonly config: Config;
  readonly database: DatabaseConnection;
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly jobs: Jobs;
  /** What any node committed; told only once the service works. */
  readonly changes: ChangeFeed;
  readonly masterKey: MasterKey;
  readonly metrics: Metrics;
  readonly objects: ObjectStore;
  readonly mailer: Mailer;
  /** What the service says of itself, signed. */
  readonly statements: Statements;
  readonly accounts: AccountServices;
  readonly keys: LicenceKeys;
  readonly push: PushContext;
  readonly workflow: WorkflowServices & ListServices;
  /** The address that clients use. */
  readonly publicUrl: () => string;
  /** The hosts, with ports, under which clients know the service; device proofs are made for one of them. */
  readonly publicHosts: () => readonly string[];
  readonly onError: (error: unknown) => void;
}

/** One capability of the service: what it answers, works at and forgets. `service.adapter.ts` lists them all. */
export interface Area {
  /** Every queue that it sends to or works at. */
  readonly queues?: readonly JobQueue<object>[];
  /** Its calls. */
  readonly serve?: (app: FastifyInstance, parts: Parts) => void | Promise<void>;
  /** This node's share of its work; begun before the first request. @returns what ends it, where something must. */
  readonly work?: (parts: Parts) => Promise<(() => void | Promise<void>) | undefined>;
  /** Once an hour: what only mattered for a while. `now` in milliseconds since 1970. */
  readonly forget?: (parts: Parts, now: number) => Promise<void>;
}
