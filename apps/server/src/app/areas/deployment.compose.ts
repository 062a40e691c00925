import { createTokenKey } from '../../infra/tokens/token-keys.repository.ts';
import { adminRoutes } from '../../modules/admin/admin.routes.ts';
import { deploymentRoutes } from '../../modules/deployment/deployment.routes.ts';
import { createSpeechTokenProvider } from '../../modules/deployment/speech.usecases.ts';
import { forwardingRoutes } from '../../modules/forwarding/forwarding.routes.ts';
import { readBundleKey } from '../../modules/releases/bundle-key.util.ts';
import { deleteUnpublishedFiles } from '../../modules/releases/release-files.usecases.ts';
import { releaseRoutes } from '../../modules/releases/releases.routes.ts';
import { findDemo } from '../demo/find-demo.usecases.ts';
import type { ServiceModule } from './service-context.types.ts';

export const deploymentModule: ServiceModule = {
  registerRoutes: (app, { db, clock, config, onError }) => {
    const speechToken = createSpeechTokenProvider({ config: config.speech, clock, onError });
    deploymentRoutes(app, { db, clock, environment: config.environment, speechToken });
  },
};

export const releasesModule: ServiceModule = {
  registerRoutes: async (app, { db, clock, config, objects, publicUrl }) => {
    const bundleKey = await readBundleKey(config.bundlePublicKeyFile);
    releaseRoutes(app, { db, objects, clock, publicUrl, bundleKey });
  },
  deleteExpired: deleteUnpublishedFiles,
};

export const forwardingModule: ServiceModule = {
  registerRoutes: (app) => forwardingRoutes(app),
};

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
