import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';

/** Deliberate damage, with the invariant that must detect it. */
export interface SeededDamage {
  readonly violatedInvariant: string;
  /** @returns a description of the damage, or undefined if there is nothing to damage. */
  readonly apply: (environment: Environment, journal: Journal) => Promise<string | undefined>;
}

export const seededDamages = {
  'lost-decision': {
    violatedInvariant: 'decisions-kept',
    apply: async ({ direct: { pool } }, { decisions }) => {
      const decision = decisions.find(({ outcome }) => outcome === 'processed');
      if (!decision) return undefined;
      await withoutTriggers(pool, async (client) => {
        await client.query('delete from flow_decisions where task_id = $1', [decision.taskID]);
      });
      return `the decision of task ${decision.taskID} is deleted`;
    },
  },
  'doubled-decision': {
    violatedInvariant: 'flows-follow',
    apply: async ({ direct: { pool } }) => {
      // A task that another approval closed becomes approved as well.
      const { rows } = await pool.query<{ task_id: string }>(
        `select task_id from flow_tasks where outcome = 'approved_by_others' limit 1`,
      );
      const [row] = rows;
      if (!row) return undefined;
      await withoutTriggers(pool, async (client) => {
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
      return `task ${row.task_id}, which another person approved, is approved a second time`;
    },
  },
  'audit-gap': {
    violatedInvariant: 'audit-unbroken',
    apply: async ({ direct: { pool } }) => {
      const { rows } = await pool.query<{ record: number }>(
        'select record from audit_links where sequence = 3 order by chain desc limit 1',
      );
      const [row] = rows;
      if (!row) return undefined;
      await withoutTriggers(pool, async (client) => {
        await client.query('delete from audit_links where record = $1', [row.record]);
        await client.query('delete from audit_records where id = $1', [row.record]);
      });
      return `record ${row.record} is removed from its chain`;
    },
  },
  'unaudited-licence': {
    violatedInvariant: 'licences-audited',
    apply: async ({ direct: { pool } }, { licences }) => {
      const licence = licences.at(-1);
      if (!licence) return undefined;
      const removed = await withoutTriggers(pool, async (client) => {
        const { rowCount } = await client.query(
          `delete from audit_records where id = (select max(id) from audit_records
             where act = 'rewrap' and decision = 'granted' and document_id = $1 and device_id = $2)`,
          [licence.documentID, licence.deviceID],
        );
        await client.query('delete from audit_pending where record not in (select id from audit_records)');
        return rowCount ?? 0;
      });
      return removed > 0 ? `a licence for ${licence.documentID} has no record` : undefined;
    },
  },
  'half-file': {
    violatedInvariant: 'files-whole',
    apply: async (environment, { uploads }) => {
      const upload = uploads.find(({ size }) => size > 100);
      if (!upload) return undefined;
      const { rows } = await environment.direct.pool.query<{ object_key: string }>(
        'select object_key from files where uri = $1',
        [upload.uri],
      );
      const path = pathOf(environment, rows[0]?.object_key ?? '');
      truncateSync(path, Math.floor(upload.size / 2));
      return `file ${upload.uri} is truncated to half`;
    },
  },
  'lost-message': {
    violatedInvariant: 'messages-kept',
    apply: async ({ direct: { pool } }, { posts }) => {
      const post = posts[0];
      if (!post) return undefined;
      await withoutTriggers(pool, async (client) => {
        await client.query(
          'delete from messages where message_id = (select min(message_id) from messages where post_id = $1)',
          [post.postID],
        );
      });
      return `message ${post.postID} is missing for one reader`;
    },
  },
} as const satisfies Record<string, SeededDamage>;

export type DamageName = keyof typeof seededDamages;
export const isDamageName = (name: string): name is DamageName => Object.hasOwn(seededDamages, name);

/** Changes rows without triggers, as a database superuser can. */
async function withoutTriggers<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
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

function pathOf({ storeKind, folder, store }: Environment, key: string): string {
  const root = storeKind === 'folder' ? join(folder, 'objects') : join(store?.directory ?? '', 'sealflow');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(
    (name) => name.endsWith(key) || name.endsWith(`${key}._S3rver_object`),
  );
  if (found === undefined) throw new Error(`no object ${key}`);
  return join(root, found);
}
