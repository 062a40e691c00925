import type { FastifyInstance } from 'fastify';
import type { AccountSession, Actor, Member } from '../../infra/http/access.port.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { listPeople } from '../tenants/people.usecases.ts';
import { endAbsence, listAbsences, listOwnAbsences, setAbsence } from './absence.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';

/** Absences with deputies: the caller's own, and those of members for administrators. */
export function absenceRoutes(app: FastifyInstance, services: WorkflowServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/user-absences', async ({ member }) => ({
    data: await listOwnAbsences(services, member),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/user-absences', async ({ member, session, body }) => ({
    data: await setAbsence(services, asActor({ member, session }), { ...body, fid: member.fid }),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/user-absences/{absenceID}/actions/end',
    async ({ member, session, params: { absenceID } }) => ({
      data: await endAbsence(services, asActor({ member, session }), { fid: member.fid, absenceID }),
    }),
  );
  route(app, 'GET /api/v1/tenants/{tid}/user-deputies', ({ member, query }) =>
    listPeople(services.db, { ...query, tid: member.tid }),
  );
  const path = '/api/v1/tenants/{tid}/admin/absences';
  route(app, `GET ${path}`, ({ actor, query }) => listAbsences(services, { ...query, tid: actor.tid }));
  route(app, `POST ${path}`, async ({ actor, body }) => ({ data: await setAbsence(services, actor, body) }));
  route(app, `POST ${path}/{absenceID}/actions/end`, async ({ actor, params: { absenceID } }) => ({
    data: await endAbsence(services, actor, { absenceID }),
  }));
}

function asActor({ member, session }: { member: Member; session: AccountSession }): Actor {
  return { kind: 'member', tid: member.tid, member, session };
}
