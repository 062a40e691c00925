import { adminRoutes } from '../../modules/admin/admin.routes.ts';
import { findDemo } from '../demo/find-demo.usecases.ts';
import type { Area } from '../parts.port.ts';

export const adminArea: Area = {
  serve: (app, { accounts, clock, config, db, jobs, keys, publicUrl }) =>
    adminRoutes(app, {
      db,
      clock,
      outbox: jobs,
      keys,
      passwords: accounts.passwords,
      publicUrl,
      allowPrivateServiceApi: config.allowPrivateServiceApi,
      membership: config.membership,
      accounts,
      findDemo: () => findDemo(db),
    }),
};
