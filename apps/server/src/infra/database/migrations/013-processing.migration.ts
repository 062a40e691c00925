import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await extendDocuments(db);
  await createResults(db);
  await createDownloads(db);
  await processMailboxes(db);
}

/** Mailbox applications without a configured processor are processed by the service, which registers the mailbox. */
async function processMailboxes(db: Kysely<unknown>): Promise<void> {
  await sql`
    update flow_types set process = jsonb_set(process, '{fileProcess}', '{"by": "service"}')
    where type = 'trusted_mailbox_application' and process -> 'fileProcess' = 'null'::jsonb;
  `.execute(db);
}

/** Obligations set by an approval; null: those of the classification. */
async function extendDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      add column watermark boolean,
      add column no_download boolean,
      add column no_capture boolean,
      add column derived_from uuid,
      add column made_transparent_at timestamptz,
      add constraint documents_derived_from foreign key (tid, derived_from) references documents (tid, document_id);
  `.execute(db);
}

async function createResults(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_results (
      flow_id text not null references flows,
      position integer not null,
      document_id uuid not null,
      name text not null,
      size bigint not null,
      sha256 text not null,
      object_key text not null unique,
      created_at timestamptz not null,
      primary key (flow_id, position)
    );
    create table flow_mails (
      flow_id text primary key references flows,
      tid text not null,
      message_id text not null unique,
      state text not null check (state in ('sending', 'sent', 'failed')),
      reason text check ((reason is null) = (state <> 'failed')),
      pending text[] not null,
      begun_at timestamptz not null,
      ended_at timestamptz
    );
    create table trusted_mailboxes (
      tid text not null references tenants,
      email text not null check (email = lower(email)),
      fid text not null default '',
      flow_id text,
      created_at timestamptz not null,
      primary key (tid, email, fid)
    );
  `.execute(db);
}

async function createDownloads(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prepared_downloads (
      download_id text primary key,
      tid text not null,
      flow_id text not null references flows,
      aid text not null references accounts,
      fid text not null,
      content text not null check (content in ('sealed', 'plain', 'out')),
      delivers boolean not null,
      state text not null check (state in ('preparing', 'ready', 'failed', 'received', 'expired')),
      reason text check ((reason is null) = (state <> 'failed')),
      bytes_done bigint not null default 0,
      bytes_total bigint not null,
      name text,
      mime_type text,
      size bigint,
      sha256 text,
      object_key text unique,
      object_size bigint,
      wrapped_key bytea,
      wrapped_passphrase bytea,
      created_at timestamptz not null,
      expire_at timestamptz not null,
      first_fetched_at timestamptz,
      foreign key (tid, fid) references memberships,
      check (state <> 'ready' or
        num_nulls(name, mime_type, size, sha256, object_key, object_size, wrapped_key) = 0)
    );
    create unique index prepared_downloads_live on prepared_downloads (flow_id, fid)
      where state in ('preparing', 'ready');
    create index prepared_downloads_expire_at on prepared_downloads (expire_at)
      where state in ('preparing', 'ready', 'failed');
  `.execute(db);
}
