import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../infra/clock/clock.port.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseHandle } from '../infra/database/index.ts';
import type { Outbox } from '../infra/jobs/jobs.port.ts';
import type { MasterKey } from '../infra/master-key/index.ts';
import { createPushSenders, createVapidKeyLoader } from '../infra/push/index.ts';
import type { PushContext } from '../modules/push/push.types.ts';

interface PushContextOptions {
  readonly config: Config;
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly masterKey: MasterKey;
  readonly log: FastifyBaseLogger;
  readonly publicUrl: () => string;
}

/** The push senders and keys for the configured providers. */
export function createPushContext({ config, publicUrl, ...dependencies }: PushContextOptions): PushContext {
  const vapidKeys = createVapidKeyLoader(dependencies.db, dependencies.masterKey);
  const senders = createPushSenders({ config: config.push, clock: dependencies.clock, vapidKeys, publicUrl });
  return { ...dependencies, senders, vapidKeys, badge: config.push.badge };
}
