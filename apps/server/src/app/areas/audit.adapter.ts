import { auditRoutes } from '../../modules/audit/audit.routes.ts';
import type { Area } from '../parts.port.ts';

export const auditArea: Area = {
  serve: (app, { db }) => auditRoutes(app, { db }),
};
