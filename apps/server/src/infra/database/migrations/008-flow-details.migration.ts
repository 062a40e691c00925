import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table flows add column details jsonb not null default '{}';
    -- For those who administer them: all of a tenant's, the newest first.
    create index flows_tenant on flows (tid, created_at desc, flow_id);
    alter table flow_types add column enabled boolean not null default true;
    -- The operator, who has no account, repeats requests too.
    alter table workflow_requests drop constraint workflow_requests_aid_fkey;
    create table flow_acts (
      act_id text primary key,
      tid text not null,
      flow_id text not null,
      action text not null,
      aid text,
      fid text,
      operator_id text,
      note text,
      seen_sha256 text,
      content_sha256 text not null,
      done_at timestamptz not null,
      check ((operator_id is null) <> (aid is null))
    );
    create index flow_acts_flow on flow_acts (flow_id, done_at);
  `.execute(db);
}
