import { createTokenKey } from '../../infra/tokens/token-keys.repository.ts';
import { adminRoutes } from '../../modules/admin/admin.routes.ts';
import { findDemo } from '../demo/find-demo.usecases.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const adminModule: ServiceModule = {
  registerRoutes: (app, { accounts, clock, config, db, jobs, keys, masterKey, publicUrl }) =>
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
      makeSigningKey: () => createTokenKey(masterKey),
      findDemo: () => findDemo(db),
    }),
};
