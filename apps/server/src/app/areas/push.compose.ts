import { startDeliveryJobs } from '../../modules/push/deliver.job.ts';
import { deleteDeliveriesBefore } from '../../modules/push/deliveries.repository.ts';
import { deliveryQueue, startFanOut } from '../../modules/push/fanout.job.ts';
import { pushRoutes } from '../../modules/push/push.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

/** Deliveries are retained longer than a push is retried, so that no message is pushed twice. */
const deliveryRetentionMs = 7 * 86_400_000;

export const pushModule: ServiceModule = {
  queues: [deliveryQueue],
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
