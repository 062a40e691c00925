import { startAuditJob } from '../../modules/audit/audit.job.ts';
import { auditRoutes } from '../../modules/audit/audit.routes.ts';
import {
  checkpointFilePath,
  checkpointQueue,
  publishCheckpoint,
} from '../../modules/audit/checkpoints.usecases.ts';
import { measureLinkingLag } from '../../modules/audit/linking.usecases.ts';
import { countRefusal } from '../../modules/audit/refusals.usecases.ts';
import type { ServiceContext, ServiceModule } from './service-context.types.ts';

export const auditModule: ServiceModule = {
  queues: [checkpointQueue],
  registerRoutes: (app, context) => {
    auditRoutes(app, checkpointsOf(context));
    context.metrics.gauge({
      name: 'sealflow_audit_delay_seconds',
      help: 'Age of the oldest audit record that is not linked yet, for the whole service',
      read: async () => ({ '': (await measureLinkingLag(context.db)).seconds }),
    });
    app.addHook('onResponse', (_request, reply, done) => {
      if (reply.statusCode === 429) {
        const at = context.clock();
        countRefusal(context.db, { tid: null, act: 'call.refused', reason: 'app.too_many_requests', at });
      }
      done();
    });
  },
  startWorkers: async (context) => {
    const { clock, config, database, db, jobs, log, onError } = context;
    const checkpoints = checkpointsOf(context);
    if (checkpoints.publishing)
      await jobs.work(checkpointQueue, (which) => publishCheckpoint(checkpoints, which));
    return startAuditJob({
      db,
      databaseUrl: config.databaseListenUrl ?? database.url,
      clock,
      checkpoints,
      checkpointSeconds: config.auditCheckpointSeconds,
      onLag: (seconds) =>
        log.warn(
          { seconds },
          'audit chains are behind: a database transaction has been running for a long time',
        ),
      onError,
    });
  },
};

export function checkpointsOf({ clock, config, db, jobs, publicUrl, statements }: ServiceContext) {
  const { auditCheckpointUrl: url, dataDir } = config;
  const publishing = url === undefined ? undefined : { outbox: jobs, url };
  return { db, clock, statements, publicUrl, file: checkpointFilePath(dataDir), publishing };
}
