import { createClamdScanner } from '../../infra/scan/clamd.adapter.ts';
import { fileRoutes } from '../../modules/files/files.routes.ts';
import { deleteOrphanedObjects } from '../../modules/files/orphaned-objects.usecases.ts';
import { deleteUnreferencedFiles } from '../../modules/files/unreferenced-files.usecases.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const filesModule: ServiceModule = {
  registerRoutes: (app, { accounts, clock, config, objects, onError }) => {
    const { scan, uploadLimitBytes, uploads } = config;
    const scanner = scan && createClamdScanner(scan);
    const rules = { ...uploads, scanner, isScanOptional: scan?.optional ?? false, clock, onError };
    return fileRoutes(app, { ...accounts, objects, uploadLimitBytes, rules });
  },
  deleteExpired: async ({ db, objects }, now) => {
    await deleteUnreferencedFiles({ db, objects }, now);
    await deleteOrphanedObjects({ db, objects });
    await objects.deleteAbandoned();
  },
};
