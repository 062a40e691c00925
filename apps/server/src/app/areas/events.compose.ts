import { eventRoutes } from '../../modules/events/events.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

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
