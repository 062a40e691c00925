import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createFlows(db);
  await createTasks(db);
}

async function createFlows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_types (
      tid text not null references tenants,
      type_id integer not null check (type_id > 0),
      type text not null,
      name text not null,
      process jsonb not null,
      primary key (tid, type_id),
      unique (tid, type)
    );
    create table flows (
      flow_id text primary key,
      tid text not null,
      type_id integer not null,
      type text not null,
      title text not null,
      description text not null,
      state text not null check (state in ('new', 'approving', 'waiting', 'passed', 'reviewed', 'not_processed',
        'processing', 'processed', 'rejected', 'finished', 'canceled', 'terminated')),
      stage integer not null,
      process jsonb not null,
      applicant_fid text not null,
      deadline timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      foreign key (tid, type_id) references flow_types,
      foreign key (tid, applicant_fid) references memberships
    );
    create index flows_applicant on flows (tid, applicant_fid, created_at desc, flow_id);
    create table flow_files (
      flow_id text not null references flows,
      position integer not null,
      file_id text not null unique,
      uri text not null references files,
      name text not null,
      size bigint not null,
      mime_type text not null,
      sha256 text not null,
      encrypted boolean not null,
      primary key (flow_id, position)
    );
    create index flow_files_uri on flow_files (uri);
  `.execute(db);
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_tasks (
      task_id text primary key,
      flow_id text not null references flows,
      position integer not null,
      tid text not null,
      step text not null check (step in ('initiate', 'approve', 'cc', 'file_process', 'download_decrypt', 'send_email')),
      stage integer,
      assignee_fid text,
      state text not null check (state in ('awaiting', 'processed', 'canceled')),
      outcome text check ((outcome is null) = (state = 'awaiting')),
      note text,
      created_at timestamptz not null,
      process_time timestamptz check ((process_time is null) = (state = 'awaiting')),
      due_at timestamptz,
      replaces text references flow_tasks,
      added boolean not null,
      unique (flow_id, position),
      foreign key (tid, assignee_fid) references memberships
    );
    create index flow_tasks_assignee on flow_tasks (tid, assignee_fid, created_at desc, task_id);
    create index flow_tasks_open on flow_tasks (tid, assignee_fid, step) where state = 'awaiting';
    create table flow_decisions (
      task_id text primary key references flow_tasks,
      tid text not null,
      flow_id text not null references flows,
      action text not null,
      aid text not null references accounts,
      fid text not null,
      note text,
      seen_sha256 text,
      content_sha256 text not null,
      decided_at timestamptz not null
    );
    create index flow_decisions_flow on flow_decisions (flow_id);
    create table workflow_requests (
      aid text not null references accounts,
      scope text not null,
      key text not null,
      request_sha256 text not null,
      answer json not null,
      created_at timestamptz not null,
      primary key (aid, scope, key)
    );
    create index workflow_requests_created_at on workflow_requests (created_at);
  `.execute(db);
}
