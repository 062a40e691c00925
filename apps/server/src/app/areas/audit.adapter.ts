import { keepChains } from '../../modules/audit/audit.job.ts';
import { auditRoutes } from '../../modules/audit/audit.routes.ts';
import { checkpointFile, checkpointQueue, postCheckpoint } from '../../modules/audit/checkpoints.usecases.ts';
import { linkingDelay } from '../../modules/audit/linking.usecases.ts';
import { countRefusal } from '../../modules/audit/refusals.usecases.ts';
import type { Area, Parts } from '../parts.port.ts';

export const auditArea: Area = {
  queues: [checkpointQueue],
  serve: (app, parts) => {
    auditRoutes(app, checkpointsOf(parts));
    parts.metrics.gauge({
      name: 'sealflow_audit_delay_seconds',
      help: 'Age of the oldest audit record that is not linked yet, for the whole service',
      read: async () => ({ '': (await linkingDelay(parts.db)).seconds }),
    });
    app.addHook('onResponse', (_request, reply, done) => {
      if (reply.statusCode === 429) {
        const at = parts.clock();
        countRefusal(parts.db, { tid: null, act: 'call.refused', reason: 'app.too_many_requests', at });
      }
      done();
    });
  },
  work: async (parts) => {
    const { clock, config, database, db, jobs, log, onError } = parts;
    const checkpoints = checkpointsOf(parts);
    if (checkpoints.posted) await jobs.work(checkpointQueue, (which) => postCheckpoint(checkpoints, which));
    return keepChains({
      db,
      databaseUrl: config.databaseListenUrl ?? database.url,
      clock,
      checkpoints,
      checkpointSeconds: config.auditCheckpointSeconds,
      onDelay: (seconds) =>
        log.warn(
          { seconds },
          'audit chains are behind: a database transaction has been running for a long time',
        ),
      onError,
    });
  },
};

function checkpointsOf({ clock, config, db, jobs, publicUrl, statements }: Parts) {
  const { auditCheckpointUrl: url, dataDir } = config;
  const posted = url === undefined ? undefined : { outbox: jobs, url };
  return { db, clock, statements, publicUrl, file: checkpointFile(dataDir), posted };
}
