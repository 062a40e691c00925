import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Objects that nothing names yet, or nothing any more: what a crash leaves behind is found here.
    create table loose_objects (
      key text primary key,
      touched_at timestamptz not null default now()
    );
    create index loose_objects_touched on loose_objects (touched_at);

    -- What is stored for each person, and under the empty fid for the tenant; kept by triggers, so that nodes of the release
    -- before count too.
    create table upload_usage (
      tid text not null references tenants,
      fid text not null,
      bytes bigint not null,
      primary key (tid, fid)
    );
    -- Nobody stores between the sum and the trigger.
    lock table files in share row exclusive mode;
    insert into upload_usage (tid, fid, bytes)
    select tid, coalesce(owner_fid, ''), sum(size) from files group by grouping sets ((tid, owner_fid), (tid));

    create function count_upload() returns trigger language plpgsql as $$
    begin
      -- The tenant's row first: two changes never wait for each other.
      if tg_op = 'INSERT' then
        insert into upload_usage as u (tid, fid, bytes) values (new.tid, '', new.size)
          on conflict (tid, fid) do update set bytes = u.bytes + excluded.bytes;
        insert into upload_usage as u (tid, fid, bytes) values (new.tid, new.owner_fid, new.size)
          on conflict (tid, fid) do update set bytes = u.bytes + excluded.bytes;
      else
        update upload_usage set bytes = bytes - old.size where tid = old.tid and fid = '';
        update upload_usage set bytes = bytes - old.size where tid = old.tid and fid = old.owner_fid;
      end if;
      return null;
    end $$;
    create trigger count_upload after insert or delete on files for each row execute function count_upload();

    create table release_files (
      uri text primary key,
      name text not null,
      size bigint not null check (size >= 0),
      mime_type text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      object_key text not null unique,
      created_at timestamptz not null default now()
    );

    create table releases (
      id text primary key,
      kind text not null check (kind in ('app', 'bundle')),
      platform text not null check (platform in ('android', 'ios', 'web')),
      version text not null,
      -- The numbers of the version, which order them.
      version_key integer[] not null,
      tid text references tenants,
      app_oid text not null,
      app_name text not null,
      product_name text not null,
      product_ver text not null,
      notes text not null default '',
      -- The store's page, where the app itself is not stored here.
      url text,
      file_uri text references release_files,
      -- Of a bundle: the oldest app that it runs on, and the signature over the file, base64.
      min_app_ver text,
      signature text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      check ((url is null) <> (file_uri is null)),
      check (kind = 'app' or (file_uri is not null and min_app_ver is not null and signature is not null)),
      check (kind = 'bundle' or platform <> 'web')
    );
    create index releases_latest on releases (kind, platform, version_key desc) where withdrawn_at is null;
    create index releases_file on releases (file_uri);

    create table config_params (
      name text primary key,
      value text not null,
      updated_at timestamptz not null default now()
    );
  `.execute(db);
}
