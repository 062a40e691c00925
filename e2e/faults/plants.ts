import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Journal } from './journal.ts';
import type { Place } from './place.ts';

/** Damage done on purpose, to show that it is found; and by which invariant it must be. */
export interface Plant {
  readonly caughtBy: string;
  /** @returns what was done; undefined as long as there is nothing yet to damage. */
  readonly damage: (place: Place, journal: Journal) => Promise<string | undefined>;
}

export const plants = {
  'lost-decision': {
    caughtBy: 'decisions-kept',
    damage: async ({ direct: { pool } }, { decisions }) => {
      const taken = decisions.find(({ told }) => told === 'processed');
      if (!taken) return undefined;
      await tamper(pool, async (client) => {
        await client.query('delete from flow_decisions where task_id = $1', [taken.taskID]);
      });
      return `the decision of task ${taken.taskID} is gone`;
    },
  },
  'doubled-decision': {
    caughtBy: 'flows-follow',
    damage: async ({ direct: { pool } }) => {
      // Somebody else approved, and this one is made to have done so as well.
      const { rows } = await pool.query<{ task_id: string }>(
        `select task_id from flow_tasks where outcome = 'approved_by_others' limit 1`,
      );
      const [row] = rows;
      if (!row) return undefined;
      await tamper(pool, async (client) => {
        await client.query(
          `update flow_tasks set state = 'processed', outcome = 'approved', process_time = now() where task_id = $1`,
          [row.task_id],
        );
        await client.query(
          `insert into flow_decisions (task_id, tid, flow_id, action, aid, fid, note, seen_sha256, content_sha256, decided_at)
           select t.task_id, t.tid, t.flow_id, 'approve', t.tid || '-' || t.assignee_fid, t.assignee_fid, null, null, repeat('0', 64), now()
           from flow_tasks t where t.task_id = $1`,
          [row.task_id],
        );
      });
      return `task ${row.task_id}, which somebody else approved, is approved once more`;
    },
  },
  'audit-gap': {
    caughtBy: 'audit-unbroken',
    damage: async ({ direct: { pool } }) => {
      const { rows } = await pool.query<{ record: number }>(
        'select record from audit_links where sequence = 3 order by chain desc limit 1',
      );
      const [row] = rows;
      if (!row) return undefined;
      await tamper(pool, async (client) => {
        await client.query('delete from audit_links where record = $1', [row.record]);
        await client.query('delete from audit_records where id = $1', [row.record]);
      });
      return `record ${row.record} is cut out of its chain`;
    },
  },
  'unaudited-licence': {
    caughtBy: 'licences-audited',
    damage: async ({ direct: { pool } }, { licences }) => {
      const given = licences.at(-1);
      if (!given) return undefined;
      const removed = await tamper(pool, async (client) => {
        const { rowCount } = await client.query(
          `delete from audit_records where id = (select max(id) from audit_records
             where act = 'rewrap' and decision = 'granted' and document_id = $1 and device_id = $2)`,
          [given.documentID, given.deviceID],
        );
        await client.query('delete from audit_pending where record not in (select id from audit_records)');
        return rowCount ?? 0;
      });
      return removed > 0 ? `a licence for ${given.documentID} has no record` : undefined;
    },
  },
  'half-file': {
    caughtBy: 'files-whole',
    damage: async (place, { uploads }) => {
      const upload = uploads.find(({ size }) => size > 100);
      if (!upload) return undefined;
      const { rows } = await place.direct.pool.query<{ object_key: string }>(
        'select object_key from files where uri = $1',
        [upload.uri],
      );
      const path = pathOf(place, rows[0]?.object_key ?? '');
      truncateSync(path, Math.floor(upload.size / 2));
      return `half of file ${upload.uri} is gone`;
    },
  },
  'lost-message': {
    caughtBy: 'messages-kept',
    damage: async ({ direct: { pool } }, { posts }) => {
      const post = posts[0];
      if (!post) return undefined;
      await tamper(pool, async (client) => {
        await client.query(
          'delete from messages where message_id = (select min(message_id) from messages where post_id = $1)',
          [post.postID],
        );
      });
      return `message ${post.postID} is missing for one reader`;
    },
  },
} as const satisfies Record<string, Plant>;

export type PlantName = keyof typeof plants;
export const isPlantName = (name: string): name is PlantName => Object.hasOwn(plants, name);

/** Without triggers, as one can who has the database in their hands. */
async function tamper<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

function pathOf({ storeKind, folder, store }: Place, key: string): string {
  const root = storeKind === 'folder' ? join(folder, 'objects') : join(store?.directory ?? '', 'sealflow');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(
    (name) => name.endsWith(key) || name.endsWith(`${key}._S3rver_object`),
  );
  if (found === undefined) throw new Error(`no object ${key}`);
  return join(root, found);
}
