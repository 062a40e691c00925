import { forwardingRoutes } from '../../modules/forwarding/forwarding.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const forwardingModule: ServiceModule = {
  registerRoutes: (app) => forwardingRoutes(app),
};
