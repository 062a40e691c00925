import type { FastifyInstance } from 'fastify';
import { limitPerMinute } from '../../infra/http/rate-limit.middleware.ts';
import { bearerOf, route } from '../../infra/http/route.middleware.ts';
import type { AccountServices } from './accounts.types.ts';
import { listDevices, withdrawDevice } from './devices/devices.usecases.ts';
import { createMetadataReader } from './request-metadata.util.ts';
import { refreshToken, signOut } from './sessions/refresh.usecases.ts';
import { signIn } from './sign-in/sign-in.usecases.ts';

export interface AccountRoutesOptions {
  /** The hosts, with ports, under which clients know the service. */
  hosts: () => readonly string[];
  /** Sign-ins per minute from one address; 0 for no limit. */
  signInLimit: number;
}

export function accountRoutes(
  app: FastifyInstance,
  context: AccountServices,
  options: AccountRoutesOptions,
): void {
  const readMetadata = createMetadataReader(options.hosts);
  route(
    app,
    'POST /api/v1/auth/token',
    async ({ body, request }) => signIn(context, body, readMetadata(request)),
    limitPerMinute(options.signInLimit, 'sign-in'),
  );

  route(app, 'POST /api/v1/auth/refresh-token', async ({ session, headers, request }) => {
    const presented = {
      token: bearerOf(request) ?? '',
      proof: headers.dpop,
      metadata: readMetadata(request),
    };
    return refreshToken(context, session, presented);
  });

  route(app, 'POST /api/v1/auth/logout', async ({ session }) => {
    await signOut(context, session);
    return undefined;
  });

  route(app, 'GET /api/v1/devices', async ({ session }) => listDevices(context, session));

  route(app, 'DELETE /api/v1/devices/{deviceID}', async ({ session, params }) => {
    await withdrawDevice(context, { aid: session.aid, deviceID: params.deviceID });
    return undefined;
  });

  route(app, 'GET /.well-known/jwks.json', async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    return { keys: [...context.tokens.publicJwks()] };
  });
}
