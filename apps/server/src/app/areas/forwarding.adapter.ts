import { forwardingRoutes } from '../../modules/forwarding/forwarding.routes.ts';
import type { Area } from '../parts.port.ts';

export const forwardingArea: Area = {
  serve: (app) => forwardingRoutes(app),
};
