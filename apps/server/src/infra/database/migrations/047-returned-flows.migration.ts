import { type Kysely, sql } from 'kysely';

/**
 * Adds the contents that an application had before it was returned and changed. `docs/decisions/117-returns-for-changes.md` gives
 * the reasons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_versions (
      flow_id text not null references flows on delete cascade,
      version integer not null check (version > 0),
      tid text not null references tenants,
      title text not null,
      description text not null,
      details jsonb not null,
      files jsonb not null,
      content_sha256 text not null,
      primary key (flow_id, version)
    );
    alter table flows add column returned boolean not null default false;
  `.execute(db);
}
