import { documentRoutes } from '../../modules/documents/documents.routes.ts';
import { memberSealingRoutes } from '../../modules/documents/member-sealing.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const documentsModule: ServiceModule = {
  registerRoutes: (app, { clock, db, keys, publicUrl, accounts }) => {
    documentRoutes(app, { db, clock, keys, publicUrl });
    memberSealingRoutes(app, { db, clock, keys, publicUrl, tokens: accounts.tokens });
  },
};
