import { tenantRoutes } from '../../modules/tenants/tenants.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const tenantsModule: ServiceModule = {
  registerRoutes: (app, { db }) => tenantRoutes(app, { db }),
};
