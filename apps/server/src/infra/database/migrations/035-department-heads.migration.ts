import { type Kysely, sql } from 'kysely';

/**
 * Adds the heads of departments. A trigger releases the departments of a membership that ends, so that nodes of the release before
 * do too. A closed tenant keeps its heads, because it may be reopened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organisations add column head_fid text;
    alter table organisations add constraint organisations_head_fkey
      foreign key (tid, head_fid) references memberships (tid, fid) on delete set null (head_fid);
    create index organisations_head on organisations (tid, head_fid) where head_fid is not null;
    create function release_departments() returns trigger language plpgsql as $$
    begin
      update organisations set head_fid = null where tid = new.tid and head_fid = new.fid;
      return null;
    end $$;
    create trigger memberships_release_departments after update of state on memberships for each row
      when (new.state = 'ended' and old.state <> 'ended' and new.state_before_close is null)
      execute function release_departments();
  `.execute(db);
}
