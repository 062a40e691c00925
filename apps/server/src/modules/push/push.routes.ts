import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../infra/http/language.util.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { selectSettings } from './notification-settings.repository.ts';
import type { PushContext } from './push.types.ts';
import { replaceSettings } from './quiet-hours.usecases.ts';
import { registerPush, unregisterPush } from './registrations.usecases.ts';

export function pushRoutes(app: FastifyInstance, context: PushContext): void {
  route(app, 'PUT /api/v1/devices/{deviceID}/push', async ({ session, params, body, request }) => {
    const language = languageOf(request);
    await registerPush(context, { session, deviceID: params.deviceID, registration: body, language });
    return undefined;
  });

  route(app, 'DELETE /api/v1/devices/{deviceID}/push', async ({ session, params }) => {
    await unregisterPush(context, { aid: session.aid, deviceID: params.deviceID });
    return undefined;
  });

  route(app, 'GET /api/v1/push/vapid-key', async () => ({ key: (await context.vapidKeys()).publicKey }));

  route(app, 'GET /api/v1/push/settings', async ({ session }) => ({
    data: await selectSettings(context.db, session.aid),
  }));

  route(app, 'PUT /api/v1/push/settings', async ({ session, body }) => ({
    data: await replaceSettings(context, session.aid, body),
  }));

  route(app, 'GET /api/v1/push/badge', async () => ({ badge: context.badge }));
}
