import { adminRoutes } from '../../modules/admin/admin.routes.ts';
import { findDemo } from '../demo/find-demo.usecases.ts';
import type { Area } from '../parts.port.ts';

export const adminArea: Area = {
  serve: (app, { db }) => adminRoutes(app, { findDemo: () => findDemo(db) }),
};
