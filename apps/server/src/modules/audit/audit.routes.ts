import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import { type AuditActor, type AuditedAct, type AuditRecord, recordAct } from './audit.usecases.ts';
import type { AuditFilter } from './audit-list.repository.ts';
import { listRecords } from './audit-list.usecases.ts';
import { verifyChain } from './audit-verify.usecases.ts';
import type { CheckpointParts } from './checkpoints.usecases.ts';
import { exportChain } from './export.usecases.ts';

/** The calls of a tenant's chain and of the deployment's. Looking at a chain is an act as well: it is recorded in it. */
export function auditRoutes(app: FastifyInstance, parts: CheckpointParts): void {
  const calls = callsOn(parts);
  route(app, 'GET /api/v1/tenants/{tid}/audit', ({ actor, query }) => calls.list(actor, query));
  route(app, 'GET /api/v1/tenants/{tid}/audit/export', ({ actor, query, reply }) =>
    calls.export(actor, reply, query.after),
  );
  route(app, 'POST /api/v1/tenants/{tid}/audit/actions/verify', ({ actor }) => calls.verify(actor));

  const deployment = (operatorID: string) => ({ kind: 'operator', tid: null, operatorID }) as const;
  route(app, 'GET /api/v1/admin/audit', ({ operator: { operatorID }, query }) =>
    calls.list(deployment(operatorID), query),
  );
  route(app, 'GET /api/v1/admin/audit/export', ({ operator: { operatorID }, query, reply }) =>
    calls.export(deployment(operatorID), reply, query.after),
  );
  route(app, 'POST /api/v1/admin/audit/actions/verify', ({ operator: { operatorID } }) =>
    calls.verify(deployment(operatorID)),
  );
}

function callsOn(parts: CheckpointParts) {
  const { clock, db } = parts;
  const record = (actor: AuditActor, act: AuditedAct) =>
    recordAct({ handle: db, actor, at: new Date(clock()) }, { act });
  return {
    async list(
      actor: AuditActor,
      { verify, ...asked }: AuditFilter & { skip: number; limit: number; verify?: boolean | undefined },
    ) {
      const { tid } = actor;
      const { total, data } = await listRecords(db, { tid, ...asked });
      const verified =
        verify === true ? { brokenAt: (await verifyChain(parts, tid)).broken?.at ?? null } : {};
      await record(actor, 'audit.read');
      return { total, data: data.map(answerOf), ...verified };
    },
    async verify(actor: AuditActor) {
      const { last, checkpoints, broken } = await verifyChain(parts, actor.tid);
      await record(actor, 'audit.verified');
      const { at: brokenAt = null, why = null, checkpoint = null } = broken ?? {};
      return { data: { last, checkpoints, brokenAt, why, checkpoint } };
    },
    async export(actor: AuditActor, reply: FastifyReply, after: number | undefined) {
      const { tid } = actor;
      await record(actor, 'audit.exported');
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.ndjson"')
        .send(Readable.from(exportChain(parts, { tid, after })));
    },
  };
}

function answerOf({ tid: _tid, at, hash, former: _former, ...record }: AuditRecord) {
  return { ...record, at: at.getTime(), hash: hash.toString('hex') };
}
