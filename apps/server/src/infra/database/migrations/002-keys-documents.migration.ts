import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createKeys(db);
  await createAudit(db);
  await createDocuments(db);
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table master_key (
      only_one boolean primary key default true check (only_one),
      id text not null,
      created_at timestamptz not null default now()
    );
    create table licence_keys (
      tid text not null,
      generation integer not null check (generation > 0),
      algorithm text not null check (algorithm in ('ec:secp256r1', 'rsa:2048')),
      kid text not null unique,
      public_key_pem text not null,
      wrapped_private_key bytea not null,
      created_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      primary key (tid, generation, algorithm)
    );
    create table request_tokens (
      device_id text not null,
      jti text not null,
      expire_at timestamptz not null,
      primary key (device_id, jti)
    );
    create index request_tokens_expire_at on request_tokens (expire_at);
  `.execute(db);
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_chains (
      tid text primary key,
      sequence bigint not null,
      hash bytea not null
    );
    create table access_audit (
      tid text not null,
      sequence bigint not null,
      at timestamptz not null,
      act text not null check (act in ('rewrap', 'register', 'withdraw', 'grant', 'rotate')),
      decision text not null check (decision in ('granted', 'refused')),
      reason text,
      aid text,
      fid text,
      device_id text,
      operator_id text,
      document_id text,
      kid text,
      hash bytea not null,
      primary key (tid, sequence)
    );
    create index access_audit_document on access_audit (tid, document_id, sequence);
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit records are only added';
    end $$;
    create trigger access_audit_only_added before update or delete or truncate on access_audit
      for each statement execute function refuse_audit_change();
  `.execute(db);
}

async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table classifications (
      tid text not null,
      id text not null,
      name text not null,
      level integer not null,
      is_default boolean not null default false,
      watermark boolean not null default true,
      no_download boolean not null default false,
      no_capture boolean not null default false,
      lease_seconds integer check (lease_seconds > 0),
      excludes_browsers boolean not null default false,
      primary key (tid, id)
    );
    create unique index classifications_one_default on classifications (tid) where is_default;
    create table clearances (
      tid text not null,
      fid text not null,
      level integer not null,
      primary key (tid, fid)
    );
    create table documents (
      tid text not null,
      document_id uuid not null,
      owner_fid text not null,
      classification_id text,
      size bigint not null check (size >= 0),
      mime_type text not null,
      manifest_sha256 text not null,
      sealed_by text not null,
      created_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      primary key (tid, document_id),
      foreign key (tid, classification_id) references classifications (tid, id)
    );
    create index documents_owner on documents (tid, owner_fid, created_at);
    create table document_grants (
      tid text not null,
      document_id uuid not null,
      fid text not null,
      until timestamptz,
      granted_by text not null,
      created_at timestamptz not null default now(),
      primary key (tid, document_id, fid),
      foreign key (tid, document_id) references documents (tid, document_id)
    );
  `.execute(db);
}
