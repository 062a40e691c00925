import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createTenants(db);
  await createSessions(db);
  await createService(db);
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      aid text primary key,
      username text not null,
      mobile_no text,
      email text,
      password_hash text not null,
      state text not null default 'active' check (state in ('active', 'closed')),
      failed_sign_ins integer not null default 0,
      locked_until timestamptz,
      created_at timestamptz not null default now()
    );
    create unique index accounts_username on accounts (lower(username));
    create unique index accounts_mobile_no on accounts (mobile_no);
    create unique index accounts_email on accounts (lower(email));
  `.execute(db);
}

async function createTenants(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tenants (
      tid text primary key,
      name text not null,
      logo text,
      service_api text,
      service_version text not null,
      licence_key_id text not null unique check (licence_key_id !~ '\\.'),
      namespace text,
      other_clients_allowed boolean not null default false,
      created_at timestamptz not null default now()
    );
    create table organisations (
      tid text not null references tenants,
      org_id text not null,
      name text not null,
      primary key (tid, org_id)
    );
    create table roles (
      tid text not null references tenants,
      role_id text not null,
      name text not null,
      rights text[] not null default '{}',
      primary key (tid, role_id)
    );
    create table memberships (
      tid text not null references tenants,
      fid text not null,
      aid text not null references accounts,
      name text not null,
      org_id text,
      state text not null default 'active' check (state in ('active', 'under_review', 'ended')),
      rights text[] not null default '{}',
      deny text[] not null default '{}',
      created_at timestamptz not null default now(),
      primary key (tid, fid),
      unique (tid, aid),
      foreign key (tid, org_id) references organisations
    );
    create index memberships_aid on memberships (aid);
    create table membership_roles (
      tid text not null,
      fid text not null,
      role_id text not null,
      primary key (tid, fid, role_id),
      foreign key (tid, fid) references memberships,
      foreign key (tid, role_id) references roles
    );
  `.execute(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table devices (
      aid text not null references accounts,
      device_id text not null,
      name text not null,
      platform text not null check (platform in ('web', 'android', 'ios', 'other')),
      agreement_key jsonb not null,
      signing_key jsonb not null,
      thumbprint text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      primary key (aid, device_id)
    );
    create table sessions (
      sid text primary key,
      aid text not null references accounts,
      device_id text,
      thumbprint text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      end_reason text check (end_reason in
        ('logout', 'device_withdrawn', 'password_changed', 'token_reused', 'proof_missing', 'replaced')),
      foreign key (aid, device_id) references devices,
      check ((device_id is null) = (thumbprint is null)),
      check ((ended_at is null) = (end_reason is null))
    );
    create index sessions_device on sessions (aid, device_id) where ended_at is null;
    create table session_tokens (
      jti text primary key,
      sid text not null references sessions,
      predecessor text unique references session_tokens on delete set null,
      issued_at timestamptz not null,
      expire_at timestamptz not null,
      first_used_at timestamptz
    );
    create index session_tokens_sid on session_tokens (sid);
    create index session_tokens_expire_at on session_tokens (expire_at);
    create table proof_uses (
      thumbprint text not null,
      jti text not null,
      expire_at timestamptz not null,
      primary key (thumbprint, jti)
    );
    create index proof_uses_expire_at on proof_uses (expire_at);
  `.execute(db);
}

async function createService(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table token_keys (
      kid text primary key,
      public_jwk jsonb not null,
      wrapped_private_key bytea not null,
      created_at timestamptz not null default now()
    );
    create table operator_credentials (
      operator_id text primary key,
      digest bytea not null unique,
      created_at timestamptz not null default now(),
      withdrawn_at timestamptz
    );
    create table rate_counters (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    );
  `.execute(db);
}
