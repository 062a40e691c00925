import { tenantRoutes } from '../../modules/tenants/tenants.routes.ts';
import type { ServiceModule } from '../parts.port.ts';

export const tenantsModule: ServiceModule = {
  registerRoutes: (app, { db }) => tenantRoutes(app, { db }),
};
