import { clamd } from '../../infra/scan/clamd.adapter.ts';
import { fileRoutes } from '../../modules/files/files.routes.ts';
import { forgetLooseObjects } from '../../modules/files/loose-objects.usecases.ts';
import { forgetUnheldFiles } from '../../modules/files/unheld-files.usecases.ts';
import type { Area } from '../parts.port.ts';

export const filesArea: Area = {
  serve: (app, { accounts, clock, config, objects, onError }) => {
    const { scan, uploadLimitBytes, uploads } = config;
    const scanner = scan && clamd(scan);
    const rules = { ...uploads, scanner, scanOptional: scan?.optional ?? false, clock, onError };
    return fileRoutes(app, { ...accounts, objects, uploadLimitBytes, rules });
  },
  forget: async ({ db, objects }, now) => {
    await forgetUnheldFiles({ db, objects }, now);
    await forgetLooseObjects({ db, objects });
    await objects.clearAbandoned();
  },
};
