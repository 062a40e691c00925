import { type Kysely, sql } from 'kysely';

/** A table whose changes are published, with the columns that are included. */
interface Told {
  readonly table: string;
  readonly topic: string;
  /** Fields of the change and their source columns. */
  readonly fields: Readonly<Record<string, string>>;
  readonly on: readonly ('insert' | 'update' | 'delete')[];
  /** The key, and the columns whose changes are published; missing: every update. */
  readonly when?: { readonly key: string; readonly columns: readonly string[] };
}

const all = ['insert', 'update', 'delete'] as const;
const told: readonly Told[] = [
  { table: 'flow_tasks', topic: 'task', fields: { tid: 'tid', fid: 'assignee_fid', id: 'task_id' }, on: all },
  { table: 'flows', topic: 'flow', fields: { tid: 'tid', fid: 'applicant_fid', id: 'flow_id' }, on: all },
  { table: 'tenants', topic: 'tenant', fields: { tid: 'tid' }, on: ['update', 'delete'] },
  { table: 'memberships', topic: 'membership', fields: { tid: 'tid', fid: 'fid', aid: 'aid' }, on: all },
  { table: 'membership_roles', topic: 'membership', fields: { tid: 'tid', fid: 'fid' }, on: all },
  { table: 'roles', topic: 'role', fields: { tid: 'tid' }, on: all },
  {
    table: 'accounts',
    topic: 'account',
    fields: { aid: 'aid' },
    on: ['update', 'delete'],
    // Without the counter of wrong passwords.
    when: { key: 'aid', columns: ['state'] },
  },
  {
    table: 'sessions',
    topic: 'session',
    fields: { aid: 'aid', sid: 'sid' },
    on: ['update', 'delete'],
    when: { key: 'sid', columns: ['ended_at', 'end_reason', 'device_id', 'thumbprint'] },
  },
  {
    table: 'session_tokens',
    topic: 'session',
    fields: { sid: 'sid' },
    on: ['update'],
    // The first use of a token limits the remaining validity of its predecessor.
    when: { key: 'jti', columns: ['first_used_at'] },
  },
  // Every message updates its channel.
  {
    table: 'message_channels',
    topic: 'message',
    fields: { tid: 'tid', aid: 'aid', id: 'session_id' },
    on: all,
  },
  { table: 'message_reads', topic: 'message_read', fields: { aid: 'aid', id: 'session_id' }, on: all },
];

/** Publishes committed changes by NOTIFY, for the listener in `infra/changes`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexOpen(db);
  await createTelling(db);
  for (const one of told) {
    for (const event of one.on) await sql.raw(triggerOf(one, event)).execute(db);
  }
}

/** Indexes for the lists that clients poll, in their sort order. */
async function indexOpen(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index flow_tasks_awaiting on flow_tasks (tid, assignee_fid, step, created_at desc, task_id)
      where state = 'awaiting';
    drop index flow_tasks_open;
    create index flows_open on flows (tid, applicant_fid, created_at desc, flow_id)
      where state in ('approving', 'waiting');
  `.execute(db);
}

/** A statement with many changes publishes one per tenant, or a single wildcard, to limit the shared notification queue. */
async function createTelling(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_changes(topic text, changes jsonb[]) returns void language plpgsql as $$
    begin
      if cardinality(changes) > 20 then
        changes := array(
          select distinct jsonb_strip_nulls(jsonb_build_object('tid', change -> 'tid')) from unnest(changes) as change
        );
      end if;
      if cardinality(changes) > 20 then
        changes := array['{}'::jsonb];
      end if;
      perform pg_notify('sealflow_changes', (jsonb_build_object('topic', topic) || change)::text)
        from unnest(changes) as change;
    end $$
  `.execute(db);
}

function triggerOf({ table, topic, fields, when }: Told, event: Told['on'][number]): string {
  const rows = event === 'delete' ? 'former' : 'fresh';
  const tables =
    event === 'update'
      ? 'old table as former new table as fresh'
      : `${event === 'insert' ? 'new' : 'old'} table as ${rows}`;
  const columns = [...new Set(Object.values(fields))].join(', ');
  const source =
    event === 'update'
      ? ['former', 'fresh'].map((side) => `select ${columns} from ${changed(side, when)}`).join(' union all ')
      : `select ${columns} from ${rows}`;
  const object = Object.entries(fields).map(([field, column]) => `'${field}', ${column}`);
  const name = `tell_${table}_${event}`;
  return `
    create function ${name}() returns trigger language plpgsql as $$
    begin
      perform tell_changes('${topic}', array(
        select distinct jsonb_strip_nulls(jsonb_build_object(${object.join(', ')})) from (${source}) as touched
      ));
      return null;
    end $$;
    create trigger ${name} after ${event} on ${table}
      referencing ${tables} for each statement execute function ${name}();
  `;
}

function changed(side: string, when: Told['when']): string {
  if (!when) return side;
  const row = (of: string) => `(${when.columns.map((column) => `${of}.${column}`).join(', ')})`;
  return `(
    select ${side}.* from former join fresh using (${when.key}) where ${row('former')} is distinct from ${row('fresh')}
  ) as ${side}_changed`;
}
