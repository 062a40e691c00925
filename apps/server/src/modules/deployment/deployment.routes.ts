import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { listConfigParams, requireConfigParam, setConfigParam } from './config-params.usecases.ts';
import { convertLocations } from './location.usecases.ts';
import type { SpeechAccess } from './speech.usecases.ts';

export interface DeploymentServices {
  db: DatabaseHandle;
  clock: Clock;
  environment: 'production' | 'test';
  speechToken: () => Promise<SpeechAccess>;
}

export function deploymentRoutes(
  app: FastifyInstance,
  { db, clock, environment, speechToken }: DeploymentServices,
): void {
  route(app, 'GET /api/v1/environment', async () => ({ environment }));

  route(app, 'GET /api/v1/config-params/{name}', async ({ params }) => ({
    data: await requireConfigParam(db, params.name),
  }));

  route(app, 'GET /api/v1/location/convert', async ({ query }) => ({
    data: { locations: convertLocations(query.locations, query.from) },
    status: 1,
  }));

  route(app, 'GET /api/v1/speech/token', async () => speechToken());

  route(app, 'GET /api/v1/admin/config-params', async () => {
    const params = await listConfigParams(db);
    return { total: params.length, data: params };
  });

  route(app, 'PUT /api/v1/admin/config-params/{name}', async ({ params, body, headers, operator }) => ({
    data: await setConfigParam(db, operator, {
      name: params.name,
      value: body.value,
      at: new Date(clock()),
      ifMatch: headers['if-match'],
    }),
  }));
}
