import { type Kysely, sql } from 'kysely';

/**
 * Adds the heads of departments. Triggers release the departments of a membership that ends or is deleted, so that nodes of the
 * release before do too. A closed tenant keeps its heads, because it may be reopened. A foreign key would form a cycle with that
 * of the memberships, and a backup restores tables in the order of their keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organisations add column head_fid text;
    create index organisations_head on organisations (tid, head_fid) where head_fid is not null;
    create function release_departments() returns trigger language plpgsql as $$
    begin
      update organisations set head_fid = null where tid = old.tid and head_fid = old.fid;
      return null;
    end $$;
    create trigger memberships_release_departments after update of state on memberships for each row
      when (new.state = 'ended' and old.state <> 'ended' and new.state_before_close is null)
      execute function release_departments();
    create trigger memberships_deleted_release_departments after delete on memberships for each row
      execute function release_departments();
  `.execute(db);
}
