import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      uri text primary key,
      tid text not null references tenants,
      owner_fid text not null,
      name text not null,
      size bigint not null check (size >= 0),
      mime_type text not null,
      encrypted boolean not null,
      document_id uuid,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      object_key text not null unique,
      created_at timestamptz not null default now(),
      foreign key (tid, owner_fid) references memberships
    );
    create index files_owner on files (tid, owner_fid, created_at);
    create index files_document on files (tid, document_id) where document_id is not null;
    create table file_access (
      uri text not null references files,
      holder text not null,
      fid text not null,
      primary key (uri, fid, holder)
    );
    create index file_access_holder on file_access (holder);
  `.execute(db);
}
