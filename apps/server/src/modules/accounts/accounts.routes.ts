import type { FastifyInstance } from 'fastify';
import { limitPerMinute } from '../../infra/http/rate-limit.middleware.ts';
import { createMetadataReader } from '../../infra/http/request-metadata.util.ts';
import { bearerOf, route } from '../../infra/http/route.middleware.ts';
import { acceptInvitation, declineInvitation, listInvitations } from '../tenants/invitations.usecases.ts';
import type { AccountServices } from './accounts.types.ts';
import { listDevices, withdrawDevice } from './devices/devices.usecases.ts';
import { selectPreferences } from './preferences/preferences.repository.ts';
import { replacePreferences } from './preferences/preferences.usecases.ts';
import { toTenantMembership } from './sessions/create-session.usecases.ts';
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

  route(app, 'GET /api/v1/account/preferences', async ({ session }) => ({
    data: await selectPreferences(context.db, session.aid),
  }));

  route(app, 'PUT /api/v1/account/preferences', async ({ session, body, headers }) => ({
    data: await replacePreferences(context, session.aid, { ...body, ifMatch: headers['if-match'] }),
  }));

  route(app, 'GET /.well-known/jwks.json', async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    return { keys: [...context.tokens.publicJwks()] };
  });
}

/** Routes of the invitations of the signed-in account. */
export function invitationRoutes(app: FastifyInstance, { db, clock }: AccountServices): void {
  route(app, 'GET /api/v1/invitations', async ({ session }) => ({
    data: await listInvitations(db, { aid: session.aid, now: clock() }),
  }));

  route(app, 'POST /api/v1/invitations/{invitationID}/actions/accept', async ({ session, params }) => {
    const { aid, device } = session;
    const decision = { aid, deviceID: device?.id ?? null, ...params, now: clock() };
    return { data: toTenantMembership(await acceptInvitation(db, decision)) };
  });

  route(app, 'POST /api/v1/invitations/{invitationID}/actions/decline', async ({ session, params }) => {
    const { aid, device } = session;
    await declineInvitation(db, { aid, deviceID: device?.id ?? null, ...params, now: clock() });
    return undefined;
  });
}
