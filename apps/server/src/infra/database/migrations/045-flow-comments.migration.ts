import { type Kysely, sql } from 'kysely';

/** Adds the discussion of applications. Comments are not part of the content that a decision covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_comments (
      comment_id text primary key,
      tid text not null references tenants,
      flow_id text not null references flows on delete cascade,
      fid text not null,
      text text not null,
      mentions text[] not null,
      created_at timestamptz not null
    );
    create index flow_comments_flow on flow_comments (flow_id, created_at, comment_id);
    create index flow_comments_person on flow_comments (tid, fid, created_at, comment_id);
  `.execute(db);
}
