import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createVersions(db);
  await indexFlowsOfTenant(db);
}

/**
 * Every published process of an application type, and the draft of the next one. The draft has no foreign key to the type:
 * a type that was never offered can have one. The published processes of today become the first versions.
 */
async function createVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_type_versions (
      tid text not null,
      type text not null,
      version integer not null check (version > 0),
      name text not null,
      process jsonb not null,
      published_at timestamptz not null default now(),
      fid text,
      operator_id text,
      primary key (tid, type, version),
      foreign key (tid, type) references flow_types (tid, type)
    );
    create table flow_type_drafts (
      tid text not null references tenants,
      type text not null,
      name text not null,
      process jsonb not null,
      based_on integer,
      saved_at timestamptz not null,
      fid text,
      operator_id text,
      primary key (tid, type)
    );
    insert into flow_type_versions (tid, type, version, name, process)
      select tid, type, 1, name, process from flow_types;
  `.execute(db);
}

/** Pages of all applications of a tenant in the orders that administrators choose, and the few that are in progress. */
async function indexFlowsOfTenant(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index flows_created on flows (tid, created_at desc, flow_id) where state <> 'new';
    create index flows_updated on flows (tid, updated_at desc, flow_id) where state <> 'new';
    create index flows_title on flows (tid, title, flow_id) where state <> 'new';
    create index flows_running on flows (tid, type)
      where state not in ('new', 'rejected', 'finished', 'canceled', 'terminated');
    create index flow_tasks_waiting on flow_tasks (tid, created_at)
      where state = 'awaiting' and step in ('approve', 'file_process');
  `.execute(db);
}
