import { createPushSenders, createVapidKeyLoader } from '../../infra/push/index.ts';
import { eventRoutes } from '../../modules/events/events.routes.ts';
import { messageRoutes } from '../../modules/messages/messages.routes.ts';
import { scheduledPostQueue, sendScheduledPost } from '../../modules/messages/scheduled-posts.usecases.ts';
import { startDeliveryJobs } from '../../modules/push/deliver.job.ts';
import { deleteDeliveriesBefore } from '../../modules/push/deliveries.repository.ts';
import { deliveryQueue, startFanOut } from '../../modules/push/fanout.job.ts';
import { pushRoutes } from '../../modules/push/push.routes.ts';
import type { PushContext } from '../../modules/push/push.types.ts';
import { heldQueue } from '../../modules/push/quiet-hours.usecases.ts';
import { findDecidableTask } from '../../modules/workflow/decidable-task.usecases.ts';
import type { Infrastructure, ServiceModule } from './service-context.types.ts';

export const messagesModule: ServiceModule = {
  queues: [scheduledPostQueue],
  registerRoutes: (app, { clock, db, jobs }) => messageRoutes(app, { clock, db, outbox: jobs }),
  startWorkers: async ({ clock, db, jobs }) => {
    await jobs.work(scheduledPostQueue, ({ postID }) => sendScheduledPost({ clock, db }, postID));
    return undefined;
  },
};

/** Deliveries are retained longer than a push is retried, so that no message is pushed twice. */
const deliveryRetentionMs = 7 * 86_400_000;

export const pushModule: ServiceModule = {
  queues: [deliveryQueue, heldQueue],
  registerRoutes: (app, { push }) => pushRoutes(app, push),
  startWorkers: async ({ changes, jobs, onError, push }) => {
    await startDeliveryJobs(jobs, push);
    const stopFanOut = startFanOut(push, { changes, onError });
    return async () => {
      await stopFanOut();
      for (const sender of Object.values(push.senders)) sender.close();
    };
  },
  deleteExpired: ({ db }, now) => deleteDeliveriesBefore(db, new Date(now - deliveryRetentionMs)),
};

export const eventsModule: ServiceModule = {
  registerRoutes: (app, { changes, clock, db, metrics, onError }) => {
    const hub = eventRoutes(app, { changes, clock, db, onError });
    metrics.gauge({
      name: 'sealflow_event_streams_open',
      help: 'Event streams that are open on this node',
      read: async () => ({ '': hub.size }),
    });
  },
};

/** The push senders and keys for the configured providers. */
export function createPushContext(infrastructure: Infrastructure): PushContext {
  const { config, db, clock, jobs: outbox, masterKey, log, publicUrl } = infrastructure;
  const vapidKeys = createVapidKeyLoader(db, masterKey);
  const senders = createPushSenders({ config: config.push, clock, vapidKeys, publicUrl });
  return {
    db,
    clock,
    outbox,
    masterKey,
    log,
    senders,
    vapidKeys,
    badge: config.push.badge,
    findDecidableTask: (lookup) => findDecidableTask(db, lookup),
  };
}
