import { forwardingRoutes } from '../../modules/forwarding/forwarding.routes.ts';
import type { ServiceModule } from '../parts.port.ts';

export const forwardingModule: ServiceModule = {
  registerRoutes: (app) => forwardingRoutes(app),
};
