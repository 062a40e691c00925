import { type Kysely, sql } from 'kysely';

/**
 * Adds renditions: PDFs that the service makes of files. A rendition is a file of the same owner, so that it counts as storage.
 * A trigger deletes it with its original, so that nodes of the release before do too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants add column renditions boolean not null default false;
    create table renditions (
      uri text primary key references files on delete cascade,
      tid text not null references tenants,
      state text not null check (state in ('preparing', 'ready', 'failed')),
      reason text,
      rendition_uri text unique references files on delete cascade,
      changed_at timestamptz not null,
      check ((state = 'ready') = (rendition_uri is not null))
    );
    create index renditions_tenant on renditions (tid);
    create function delete_rendition() returns trigger language plpgsql as $$
    begin
      with deleted as (delete from files where uri = old.rendition_uri and not held returning object_key)
      insert into loose_objects (key) select object_key from deleted on conflict do nothing;
      return null;
    end $$;
    create trigger renditions_deleted after delete on renditions for each row
      when (old.rendition_uri is not null) execute function delete_rendition();
  `.execute(db);
}
