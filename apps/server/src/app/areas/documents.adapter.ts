import { documentRoutes } from '../../modules/documents/documents.routes.ts';
import type { Area } from '../parts.port.ts';

export const documentsArea: Area = {
  serve: (app, { clock, db, keys, publicUrl }) => documentRoutes(app, { db, clock, keys, publicUrl }),
};
