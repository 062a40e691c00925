import { workOnDeliveries } from '../../modules/push/deliver.job.ts';
import { deletePastDeliveries } from '../../modules/push/deliveries.repository.ts';
import { deliveryQueue, startFanOut } from '../../modules/push/fanout.job.ts';
import { pushRoutes } from '../../modules/push/push.routes.ts';
import type { Area } from '../parts.port.ts';

/** Deliveries are retained longer than a push is retried, so that no message is pushed twice. */
const kept = 7 * 86_400_000;

export const pushArea: Area = {
  queues: [deliveryQueue],
  serve: (app, { push }) => pushRoutes(app, push),
  work: async ({ changes, jobs, onError, push }) => {
    await workOnDeliveries(jobs, push);
    const endFanOut = startFanOut(push, { changes, onError });
    return async () => {
      await endFanOut();
      for (const sender of Object.values(push.senders)) sender.close();
    };
  },
  forget: ({ db }, now) => deletePastDeliveries(db, new Date(now - kept)),
};
