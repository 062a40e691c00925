import { type Kysely, sql } from 'kysely';

/**
 * Adds the files of comments. They are not files of the application. A trigger grants a new assignee access to those of earlier
 * comments, so that nodes of the release before do too. `docs/decisions/128-files-of-comments.md` gives the reasons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_comment_files (
      uri text primary key references files,
      tid text not null references tenants,
      flow_id text not null,
      comment_id text not null references flow_comments on delete cascade,
      position integer not null,
      unique (comment_id, position)
    );
    create index flow_comment_files_flow on flow_comment_files (flow_id);
    create function grant_comment_files() returns trigger language plpgsql as $$
    begin
      insert into file_access (uri, holder, fid)
        select files.uri, files.flow_id, fresh.assignee_fid from fresh
        join flow_comment_files files on files.tid = fresh.tid and files.flow_id = fresh.flow_id
        where fresh.assignee_fid is not null
        on conflict do nothing;
      return null;
    end $$;
    create trigger flow_tasks_grant_comment_files after insert on flow_tasks
      referencing new table as fresh for each statement execute function grant_comment_files();
  `.execute(db);
}
