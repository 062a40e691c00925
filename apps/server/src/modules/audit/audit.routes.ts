import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Operator } from '../../infra/http/access.port.ts';
import { route } from '../../infra/http/route.middleware.ts';
import type { AuditActor, AuditRecord } from './audit.usecases.ts';
import { exportFor, listFor, verifyFor } from './audited-reading.usecases.ts';
import type { CheckpointServices } from './checkpoints.usecases.ts';

/** The calls for the chain of a tenant and for that of the deployment. */
export function auditRoutes(app: FastifyInstance, services: CheckpointServices): void {
  const list = async (...args: Parameters<typeof listFor>) => {
    const { data, ...rest } = await listFor(...args);
    return { ...rest, data: data.map(toResponse) };
  };
  route(app, 'GET /api/v1/tenants/{tid}/audit', ({ actor, query }) => list(services, actor, query));
  route(app, 'GET /api/v1/tenants/{tid}/audit/export', ({ actor, query, reply }) =>
    sendExport(services, reply, { actor, ...query }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/audit/actions/verify', async ({ actor }) => ({
    data: await verifyFor(services, actor),
  }));

  route(app, 'GET /api/v1/admin/audit', ({ operator, query }) =>
    list(services, deploymentActor(operator), query),
  );
  route(app, 'GET /api/v1/admin/audit/export', ({ operator, query, reply }) =>
    sendExport(services, reply, { actor: deploymentActor(operator), ...query }),
  );
  route(app, 'POST /api/v1/admin/audit/actions/verify', async ({ operator }) => ({
    data: await verifyFor(services, deploymentActor(operator)),
  }));
}

const deploymentActor = ({ operatorID }: Operator) => ({ kind: 'operator', tid: null, operatorID }) as const;

async function sendExport(
  services: CheckpointServices,
  reply: FastifyReply,
  { actor, after }: { actor: AuditActor; after?: number | undefined },
): Promise<FastifyReply> {
  const lines = await exportFor(services, actor, after);
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('content-disposition', 'attachment; filename="audit.ndjson"')
    .send(Readable.from(lines));
}

function toResponse({ tid: _tid, at, hash, former: _former, ...record }: AuditRecord) {
  return { ...record, at: at.getTime(), hash: hash.toString('hex') };
}
