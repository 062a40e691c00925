import type { FastifyInstance } from 'fastify';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { route } from '../../infra/http/route.adapter.ts';
import type { AuditRecord } from './audit.usecases.ts';
import { listRecords } from './audit-list.usecases.ts';
import { findBreak } from './audit-verify.usecases.ts';

export function auditRoutes(app: FastifyInstance, { db }: { db: DatabaseHandle }): void {
  route(app, 'GET /api/v1/tenants/{tid}/audit', async ({ params: { tid }, query }) => {
    const { total, data } = await listRecords(db, { tid, ...query });
    const verified = query.verify === true ? { brokenAt: await findBreak(db, tid) } : {};
    return { total, data: data.map(answerOf), ...verified };
  });
}

function answerOf({ tid: _tid, at, hash, former: _former, ...record }: AuditRecord) {
  return { ...record, at: at.getTime(), hash: hash.toString('hex') };
}
