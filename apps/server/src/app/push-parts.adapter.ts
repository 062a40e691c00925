import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../infra/clock/clock.port.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseHandle } from '../infra/database/index.ts';
import type { Outbox } from '../infra/jobs/jobs.port.ts';
import type { MasterKey } from '../infra/master-key/index.ts';
import { pushSenders, vapidKeysOf } from '../infra/push/index.ts';
import type { PushContext } from '../modules/push/push.port.ts';

interface PushPartsOptions {
  readonly config: Config;
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly masterKey: MasterKey;
  readonly log: FastifyBaseLogger;
  readonly publicUrl: () => string;
}

/** The push senders and keys for the configured providers. */
export function pushParts({ config, publicUrl, ...parts }: PushPartsOptions): PushContext {
  const vapidKeys = vapidKeysOf(parts.db, parts.masterKey);
  const senders = pushSenders({ config: config.push, clock: parts.clock, vapidKeys, publicUrl });
  return { ...parts, senders, vapidKeys, badge: config.push.badge };
}
