import { type Kysely, sql } from 'kysely';

/** Imports of people with their rows, and the staff id of a member, by which a repeated import finds the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table memberships add column staff_id text;
    create unique index memberships_staff_id on memberships (tid, staff_id) where staff_id is not null;
    create table member_imports (
      tid text not null references tenants,
      import_id text not null,
      name text not null,
      options jsonb not null,
      total integer not null,
      received integer not null default 0,
      state text not null default 'draft'
        check (state in ('draft', 'checking', 'checked', 'running', 'done', 'canceled', 'failed')),
      position integer not null default 0,
      added integer not null default 0,
      changed integer not null default 0,
      unchanged integer not null default 0,
      failed integer not null default 0,
      code text,
      fid text,
      aid text,
      device_id text,
      operator_id text,
      created_by text,
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      primary key (tid, import_id)
    );
    create index member_imports_created on member_imports (tid, created_at desc, import_id);
    create index member_imports_old on member_imports (created_at);
    create table member_import_rows (
      tid text not null,
      import_id text not null,
      row_number integer not null,
      content jsonb not null,
      keys text[] not null,
      first_row integer,
      outcome text not null default 'pending'
        check (outcome in ('pending', 'added', 'changed', 'unchanged', 'failed')),
      fid text,
      errors jsonb not null default '[]',
      primary key (tid, import_id, row_number),
      foreign key (tid, import_id) references member_imports on delete cascade
    );
    create index member_import_rows_outcome on member_import_rows (tid, import_id, outcome, row_number);
    create index member_import_rows_keys on member_import_rows using gin (keys);
    create index member_import_rows_fid on member_import_rows (tid, fid) where fid is not null;
  `.execute(db);
}
