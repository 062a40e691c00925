import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { changeSettings, readSettings, type SettingsServices } from './settings.usecases.ts';

/** The settings of one tenant, for its administrators. */
export function settingsRoutes(app: FastifyInstance, services: SettingsServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/settings', async ({ actor }) => ({
    data: await readSettings(services, actor.tid),
  }));
  route(app, 'PUT /api/v1/tenants/{tid}/admin/settings', async ({ actor, body, headers }) => ({
    data: await changeSettings(services, actor, { change: body, ifMatch: headers['if-match'] }),
  }));
}
