import { identifyBy } from '../../modules/keys/caller.usecases.ts';
import { keyAccessRoutes } from '../../modules/keys/key-access.routes.ts';
import { keyAccessService } from '../../modules/keys/key-access.usecases.ts';
import { licenceKeyRoutes } from '../../modules/keys/licence-key.routes.ts';
import { documentRightsOf } from '../document-rights.adapter.ts';
import type { Area } from '../parts.port.ts';

export const keysArea: Area = {
  serve: async (app, { accounts, clock, config, db, keys, publicUrl }) => {
    licenceKeyRoutes(app, { keys, clock });
    const findRights = documentRightsOf(db);
    const identify = identifyBy(accounts);
    const keyAccess = keyAccessService({ handle: db, identify, clock, keys, findRights, publicUrl });
    await keyAccessRoutes(app, keyAccess, { limit: config.keyAccessLimit });
  },
};
