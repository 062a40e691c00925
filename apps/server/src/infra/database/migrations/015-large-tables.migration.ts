import { type Kysely, sql } from 'kysely';

/** Speeds up queries whose cost grew with the tables: the hourly search for unreferenced files, and audit records by time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Nearly all files are held, and the look went by all of them. Kept by triggers, so that nodes of the release before do too.
    lock table file_access in share row exclusive mode;
    alter table files add column held boolean not null default false;
    update files set held = true where exists (select from file_access where file_access.uri = files.uri);
    create index files_unheld on files (created_at) where not held;
    create function note_file_held() returns trigger language plpgsql as $$
    begin
      update files set held = true where uri = new.uri and not held;
      return null;
    end $$;
    create trigger file_access_held after insert on file_access
      for each row execute function note_file_held();
    create function note_file_let_go() returns trigger language plpgsql as $$
    begin
      update files set held = false
        where uri = old.uri and not exists (select from file_access where uri = old.uri);
      return null;
    end $$;
    create trigger file_access_let_go after delete on file_access
      for each row execute function note_file_let_go();

    -- Records come in the order of their time: one entry for a hundred pages finds them.
    create index audit_records_at on audit_records using brin (at);
  `.execute(db);
}
