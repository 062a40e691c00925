import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import type { PushSenders, VapidKeys } from '../../infra/push/index.ts';

/** A task that its recipient can approve or reject. */
export interface DecidableTask {
  readonly flowID: string;
  readonly taskID: string;
}

/** The dependencies of the push module. */
export interface PushContext {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly masterKey: MasterKey;
  readonly senders: PushSenders;
  readonly vapidKeys: () => Promise<VapidKeys>;
  /** Finds a task if the account can approve or reject it at this time. */
  readonly findDecidableTask: (lookup: {
    readonly tid: string;
    readonly taskID: string;
    readonly aid: string;
    readonly at: Date;
  }) => Promise<DecidableTask | undefined>;
  /** The badge of the app's icon: a fixed number, or the number of unread messages. */
  readonly badge: '100' | 'count';
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}
