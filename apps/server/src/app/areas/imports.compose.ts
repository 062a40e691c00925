import { startImportWorker } from '../../modules/imports/imports.job.ts';
import { importRoutes } from '../../modules/imports/imports.routes.ts';
import { deleteExpiredImports, importQueue } from '../../modules/imports/imports.usecases.ts';
import { adminServicesOf } from './deployment.compose.ts';
import type { ServiceModule } from './service-context.types.ts';

export const importsModule: ServiceModule = {
  queues: [importQueue],
  registerRoutes: (app, context) => importRoutes(app, adminServicesOf(context)),
  startWorkers: async (context) => {
    await startImportWorker(context.jobs, adminServicesOf(context), { onError: context.onError });
    return undefined;
  },
  deleteExpired: async ({ db, log }, now) => {
    const imports = await deleteExpiredImports(db, now);
    if (imports > 0) log.info({ imports }, 'old imports deleted');
  },
};
