import { fileRoutes } from '../../modules/files/files.routes.ts';
import type { Area } from '../parts.port.ts';

export const filesArea: Area = {
  serve: (app, { accounts, config, objects }) =>
    fileRoutes(app, { ...accounts, objects, uploadLimitBytes: config.uploadLimitBytes }),
};
