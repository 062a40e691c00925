import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openServiceMasterKey } from '../../apps/server/src/infra/master-key/index.ts';
import { createStatements } from '../../apps/server/src/infra/tokens/statements.util.ts';
import { openTokenKeys } from '../../apps/server/src/infra/tokens/token-keys.repository.ts';
import { verifyChain } from '../../apps/server/src/modules/audit/audit-verify.usecases.ts';
import { checkpointFilePath } from '../../apps/server/src/modules/audit/checkpoints.usecases.ts';
import { deleteOrphanedObjects } from '../../apps/server/src/modules/files/orphaned-objects.usecases.ts';
import { checkRecords } from './check-audit.ts';
import { checkEffects } from './check-effects.ts';
import { checkLeftovers, checkNames, type StoredObject } from './check-files.ts';
import { checkMessages, unread } from './check-messages.ts';
import { checkDecisions, checkFlows } from './check-work.ts';
import { query, readEffects, readFiles, readMessages, readRecords, readWork } from './database-rows.ts';
import type { Environment } from './environment.ts';
import type { Violation } from './journal.ts';
import type { Load } from './load.ts';
import { ageDrafts, digestOf, listObjects, openObjects } from './object-storage.ts';
import { processNow } from './process-clock.ts';
import { tenants } from './test-tenants.ts';

/** Every round checks each of these. */
export const invariants = [
  'answers-as-promised',
  'audit-unbroken',
  'calls-end',
  'counts-true',
  'decisions-audited',
  'decisions-kept',
  'decisions-once',
  'documents-audited',
  'documents-kept',
  'effects-once',
  'errors-well-formed',
  'events-lead',
  'files-kept',
  'files-no-leftovers',
  'files-whole',
  'flows-follow',
  'flows-kept',
  'flows-once',
  'licences-audited',
  'mails-as-promised',
  'messages-audited',
  'messages-kept',
  'messages-numbered',
  'nodes-recover',
  'pushes-sent',
  'rounds-end',
  'sessions-stay-out',
  'work-settles',
] as const;

/** Compares the journal of the clients with the stored state after everything has settled. */
export async function checkAll(environment: Environment, load: Load): Promise<Violation[]> {
  const { journal } = load.context;
  const { pool } = environment.direct;
  const work = await readWork(pool);
  return [
    ...checkDecisions(work, journal.decisions),
    ...checkFlows(work, { flows: journal.flows, acts: journal.flowActs }),
    ...checkEffects(await readEffects(pool), environment.mail.smtp.mails),
    ...checkMessages(await readMessages(pool), journal.posts),
    ...checkRecords(await readRecords(pool), journal),
    ...(await checkChains(environment)),
    ...(await checkStore(environment, load)),
    ...(await checkCounts(load)),
    ...(await checkFollowers(load)),
    ...(await checkPushes(environment, load)),
    ...(await checkDeadTokens(load)),
  ];
}

async function checkChains({
  direct: { handle: db },
  masterKey: master,
  publicUrl,
  nodes,
  folder,
}: Environment): Promise<Violation[]> {
  const masterKey = await openServiceMasterKey(db, { source: { value: master }, dataDir: '/nonexistent' });
  const statements = createStatements(await openTokenKeys(db, { masterKey }), Date.now);
  const violations: Violation[] = [];
  for (const tid of [...tenants.map((tenant) => tenant.tid), null]) {
    for (const { name } of nodes) {
      const file = checkpointFilePath(join(folder, 'nodes', name));
      const parts = {
        db,
        clock: Date.now,
        statements,
        publicUrl: () => publicUrl,
        file,
        publishing: undefined,
      };
      const { broken } = await verifyChain(parts, tid);
      if (broken)
        violations.push({
          invariant: 'audit-unbroken',
          description: `the chain of ${tid ?? 'the deployment'} breaks at ${broken.at}: ${broken.why}`,
          evidence: broken,
        });
    }
  }
  return violations;
}

async function checkStore(environment: Environment, { context: { journal } }: Load): Promise<Violation[]> {
  const { pool, handle: db } = environment.direct;
  const objects = await openObjects(environment);
  const rows = await readFiles(pool);
  const objectsByKey = new Map<string, StoredObject | undefined>();
  for (const { object_key } of rows.files) objectsByKey.set(object_key, await digestOf(objects, object_key));
  const violations = [
    ...checkNames(rows, objectsByKey, journal.uploads),
    ...checkLeftovers(listObjects(environment), rows, false),
  ];
  // Runs housekeeping as if hours had passed.
  await pool.query(`update loose_objects set touched_at = now() - interval '2 hours'`);
  await deleteOrphanedObjects({ db, objects });
  const drafts = ageDrafts(environment);
  await objects.deleteAbandoned();
  violations.push(...checkLeftovers([...listObjects(environment), ...drafts()], await readFiles(pool), true));
  const remaining = await query(pool, 'select key from loose_objects');
  if (remaining.length > 0)
    violations.push({
      invariant: 'files-no-leftovers',
      description: `${remaining.length} objects remain listed after housekeeping`,
    });
  return violations;
}

/** Repeats a check until it finds nothing or the time is over. */
async function retryUntilEmpty<T>(ms: number, find: () => Promise<T[]>): Promise<T[]> {
  const deadline = processNow() + ms;
  for (;;) {
    const violations = await find();
    if (violations.length === 0 || processNow() > deadline) return violations;
    await pause(200);
  }
}

async function checkCounts({
  context: { client, environment, devicesOf },
  followers,
}: Load): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { device } of followers) {
    const { tid, fid } = device;
    const path = `/api/v1/tenants/${tid}/user-tasks?skip=0&limit=0&state=awaiting&type=approval`;
    violations.push(
      ...(await retryUntilEmpty(20_000, async () => {
        const token = await (devicesOf(tid, fid)[0] ?? device).token();
        const { rows } = await environment.direct.pool.query<{ n: number }>(
          `select count(*)::int as n from flow_tasks t join flows f using (flow_id)
           where t.tid = $1 and t.state = 'awaiting' and t.step = 'approve' and (t.assignee_fid = $2 or
             f.applicant_fid <> $2 and exists (select from absences a where a.tid = t.tid and a.fid = t.assignee_fid
               and a.deputy_fid = $2 and a.ended_at is null))`,
          [tid, fid],
        );
        const wrong: Violation[] = [];
        for (const node of client.nodes) {
          const response = await client.attempt(node, { method: 'GET', path, token });
          if (response?.status === 401) await device.call({ method: 'GET', path });
          if (response?.body?.total !== rows[0]?.n) {
            wrong.push({
              invariant: 'counts-true',
              description: `${node.name} counts ${response?.body?.total} tasks of ${fid} in ${tid}, there are ${rows[0]?.n}`,
            });
          }
        }
        return wrong;
      })),
    );
  }
  return violations;
}

async function checkFollowers({ context: { journal }, followers }: Load): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { device, read } of followers) {
    const missed = await retryUntilEmpty(45_000, async () => unread(journal.posts, { ...device, read }));
    if (missed.length > 0) {
      violations.push({
        invariant: 'events-lead',
        description: `${device.aid} follows the events but missed ${missed.length} messages`,
        evidence: missed,
      });
    }
  }
  return violations;
}

async function checkPushes(
  { direct: { pool }, push }: Environment,
  { context: { journal } }: Load,
): Promise<Violation[]> {
  const rows = await query<{ device_id: string; n: number }>(
    pool,
    `select device_id, count(*)::int as n from push_deliveries join push_registrations using (registration_id)
     where state = 'sent' group by device_id`,
  );
  const known = new Set(
    (await query<{ device_id: string }>(pool, 'select device_id from push_registrations')).map(
      (row) => row.device_id,
    ),
  );
  return [
    ...rows.flatMap(({ device_id, n }) => {
      const received = push.endpoint.deliveries.get(device_id) ?? 0;
      return received < n
        ? [
            {
              invariant: 'pushes-sent',
              description: `${n} pushes to a device are marked as sent, ${received} arrived`,
            },
          ]
        : [];
    }),
    ...journal.registrations.flatMap(({ deviceID }) =>
      known.has(deviceID)
        ? []
        : [
            {
              invariant: 'pushes-sent',
              description: `the acknowledged registration of device ${deviceID} is missing`,
            },
          ],
    ),
  ];
}

/** The maximum age of any state that a node answers from memory. */
export const maxStalenessMs = 1000;

export async function checkDeadTokens(
  { context: { client, journal } }: Load,
  share = 1,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const expiredTokens = journal.deadTokens.filter(
    ({ endedAt: since }) => processNow() - since > maxStalenessMs + 500,
  );
  for (const { token } of share === 1 ? expiredTokens : expiredTokens.slice(-3)) {
    for (const node of client.nodes) {
      const response = await client.attempt(node, { method: 'GET', path: '/api/v1/devices', token });
      if (response && response.status < 300) {
        violations.push({
          invariant: 'sessions-stay-out',
          description: `${node.name} accepts an ended session`,
        });
      }
    }
  }
  return violations;
}
