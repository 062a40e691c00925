import { readBundleKey } from '../../modules/releases/bundle-key.adapter.ts';
import { forgetUnpublished } from '../../modules/releases/release-files.usecases.ts';
import { releaseRoutes } from '../../modules/releases/releases.routes.ts';
import type { Area } from '../parts.port.ts';

export const releasesArea: Area = {
  serve: async (app, { db, clock, config, objects, publicUrl }) => {
    const bundleKey = await readBundleKey(config.bundlePublicKeyFile);
    releaseRoutes(app, { db, objects, clock, publicUrl, bundleKey });
  },
  forget: forgetUnpublished,
};
