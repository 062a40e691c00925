import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { acceptInvitation, declineInvitation, listInvitations } from '../tenants/invitations.usecases.ts';
import type { AccountServices } from './accounts.types.ts';
import { toTenantMembership } from './sessions/create-session.usecases.ts';

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
