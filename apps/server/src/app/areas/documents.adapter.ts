import { documentRoutes } from '../../modules/documents/documents.routes.ts';
import { ownSealingRoutes } from '../../modules/documents/own-sealing.routes.ts';
import type { Area } from '../parts.port.ts';

export const documentsArea: Area = {
  serve: (app, { clock, db, keys, publicUrl, accounts }) => {
    documentRoutes(app, { db, clock, keys, publicUrl });
    ownSealingRoutes(app, { db, clock, keys, publicUrl, tokens: accounts.tokens });
  },
};
