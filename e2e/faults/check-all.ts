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
import type { Violation } from './journal.ts';
import type { Load } from './load.ts';
import { ageDrafts, digestOf, listObjects, openObjects } from './objects-place.ts';
import { ownNow } from './own-time.ts';
import type { Place } from './place.ts';
import { query, readEffects, readFiles, readMessages, readRecords, readWork } from './rows.ts';
import { tenants } from './town.ts';

/** Each of these is looked at in every round. */
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

/** Everything has come to rest: what the clients were told against what is there. */
export async function checkAll(place: Place, load: Load): Promise<Violation[]> {
  const { journal } = load.world;
  const { pool } = place.direct;
  const work = await readWork(pool);
  return [
    ...checkDecisions(work, journal.decisions),
    ...checkFlows(work, { flows: journal.flows, acts: journal.flowActs }),
    ...checkEffects(await readEffects(pool), place.mail.smtp.mails),
    ...checkMessages(await readMessages(pool), journal.posts),
    ...checkRecords(await readRecords(pool), journal),
    ...(await checkChains(place)),
    ...(await checkStore(place, load)),
    ...(await checkCounts(load)),
    ...(await checkFollowers(load)),
    ...(await checkPushes(place, load)),
    ...(await checkDeadTokens(load)),
  ];
}

async function checkChains({
  direct: { handle: db },
  master,
  publicUrl,
  nodes,
  folder,
}: Place): Promise<Violation[]> {
  const masterKey = await openServiceMasterKey(db, { source: { value: master }, dataDir: '/nonexistent' });
  const statements = createStatements(await openTokenKeys(db, { masterKey }), Date.now);
  const found: Violation[] = [];
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
        found.push({
          invariant: 'audit-unbroken',
          what: `the chain of ${tid ?? 'the deployment'} breaks at ${broken.at}: ${broken.why}`,
          evidence: broken,
        });
    }
  }
  return found;
}

async function checkStore(place: Place, { world: { journal } }: Load): Promise<Violation[]> {
  const { pool, handle: db } = place.direct;
  const objects = await openObjects(place);
  const rows = await readFiles(pool);
  const there = new Map<string, StoredObject | undefined>();
  for (const { object_key } of rows.files) there.set(object_key, await digestOf(objects, object_key));
  const found = [
    ...checkNames(rows, there, journal.uploads),
    ...checkLeftovers(listObjects(place), rows, false),
  ];
  // Housekeeping, as it runs hours later.
  await pool.query(`update loose_objects set touched_at = now() - interval '2 hours'`);
  await deleteOrphanedObjects({ db, objects });
  const drafts = ageDrafts(place);
  await objects.deleteAbandoned();
  found.push(...checkLeftovers([...listObjects(place), ...drafts()], await readFiles(pool), true));
  const left = await query(pool, 'select key from loose_objects');
  if (left.length > 0)
    found.push({
      invariant: 'files-no-leftovers',
      what: `${left.length} objects stay on the list after housekeeping`,
    });
  return found;
}

/** Waits for what is soon so. */
async function within<T>(ms: number, ask: () => Promise<T[]>): Promise<T[]> {
  const until = ownNow() + ms;
  for (;;) {
    const found = await ask();
    if (found.length === 0 || ownNow() > until) return found;
    await pause(200);
  }
}

async function checkCounts({ world: { client, place, devicesOf }, followers }: Load): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { device } of followers) {
    const { tid, fid } = device;
    const path = `/api/v1/tenants/${tid}/user-tasks?skip=0&limit=0&state=awaiting&type=approval`;
    found.push(
      ...(await within(20_000, async () => {
        const token = await (devicesOf(tid, fid)[0] ?? device).token();
        const { rows } = await place.direct.pool.query<{ n: number }>(
          `select count(*)::int as n from flow_tasks where tid = $1 and assignee_fid = $2 and state = 'awaiting' and step = 'approve'`,
          [tid, fid],
        );
        const wrong: Violation[] = [];
        for (const node of client.nodes) {
          const told = await client.attempt(node, { method: 'GET', path, token });
          if (told?.status === 401) await device.call({ method: 'GET', path });
          if (told?.body?.total !== rows[0]?.n) {
            wrong.push({
              invariant: 'counts-true',
              what: `${node.name} counts ${told?.body?.total} tasks of ${fid} in ${tid}, there are ${rows[0]?.n}`,
            });
          }
        }
        return wrong;
      })),
    );
  }
  return found;
}

async function checkFollowers({ world: { journal }, followers }: Load): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { device, read } of followers) {
    const missed = await within(45_000, async () => unread(journal.posts, { ...device, read }));
    if (missed.length > 0) {
      found.push({
        invariant: 'events-lead',
        what: `${device.aid} follows the events and was led to all messages but ${missed.length}`,
        evidence: missed,
      });
    }
  }
  return found;
}

async function checkPushes(
  { direct: { pool }, push }: Place,
  { world: { journal } }: Load,
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
      const came = push.endpoint.got.get(device_id) ?? 0;
      return came < n
        ? [{ invariant: 'pushes-sent', what: `${n} pushes to a device are called sent, ${came} came` }]
        : [];
    }),
    ...journal.registrations.flatMap(({ deviceID }) =>
      known.has(deviceID)
        ? []
        : [{ invariant: 'pushes-sent', what: `the acknowledged registration of device ${deviceID} is gone` }],
    ),
  ];
}

/** Nothing that a node answers from memory is more than a second behind. */
export const freshMs = 1000;

export async function checkDeadTokens({ world: { client, journal } }: Load, share = 1): Promise<Violation[]> {
  const found: Violation[] = [];
  const old = journal.deadTokens.filter(({ since }) => ownNow() - since > freshMs + 500);
  for (const { token } of share === 1 ? old : old.slice(-3)) {
    for (const node of client.nodes) {
      const told = await client.attempt(node, { method: 'GET', path: '/api/v1/devices', token });
      if (told && told.status < 300) {
        found.push({ invariant: 'sessions-stay-out', what: `${node.name} lets in a session that was ended` });
      }
    }
  }
  return found;
}
