import { type Kysely, sql } from 'kysely';

/** Adds the applications that people follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_follows (
      tid text not null references tenants,
      flow_id text not null references flows on delete cascade,
      fid text not null,
      created_at timestamptz not null,
      primary key (flow_id, fid)
    );
    create index flow_follows_person on flow_follows (tid, fid, created_at desc, flow_id);
  `.execute(db);
}
