import { createIdentifyCaller } from '../../modules/keys/caller.usecases.ts';
import { keyAccessRoutes } from '../../modules/keys/key-access.routes.ts';
import { createKeyAccessService } from '../../modules/keys/key-access.usecases.ts';
import { licenceKeyRoutes } from '../../modules/keys/licence-key.routes.ts';
import { createFindDocumentRights } from '../document-rights.compose.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const keysModule: ServiceModule = {
  registerRoutes: async (app, { accounts, clock, config, db, keys, publicUrl }) => {
    licenceKeyRoutes(app, { keys, clock });
    const findRights = createFindDocumentRights(db);
    const identify = createIdentifyCaller(accounts);
    const keyAccess = createKeyAccessService({ handle: db, identify, clock, keys, findRights, publicUrl });
    await keyAccessRoutes(app, keyAccess, { maxPerMinute: config.keyAccessLimit });
  },
};
