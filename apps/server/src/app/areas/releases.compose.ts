import { readBundleKey } from '../../modules/releases/bundle-key.util.ts';
import { deleteUnpublishedFiles } from '../../modules/releases/release-files.usecases.ts';
import { releaseRoutes } from '../../modules/releases/releases.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const releasesModule: ServiceModule = {
  registerRoutes: async (app, { db, clock, config, objects, publicUrl }) => {
    const bundleKey = await readBundleKey(config.bundlePublicKeyFile);
    releaseRoutes(app, { db, objects, clock, publicUrl, bundleKey });
  },
  deleteExpired: deleteUnpublishedFiles,
};
