import { tenantRoutes } from '../../modules/tenants/tenants.routes.ts';
import type { Area } from '../parts.port.ts';

export const tenantsArea: Area = {
  serve: (app, { db }) => tenantRoutes(app, { db }),
};
