import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await widenMessages(db);
  await markOlderAnnouncements(db);
  await createPush(db);
  await forgetRegistrations(db);
}

async function widenMessages(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message_channels add column titles jsonb;
    create table message_posts (
      post_id text primary key,
      tid text references tenants,
      sender text not null,
      idempotency_key text not null,
      digest text not null,
      recipients integer,
      created_at timestamptz not null,
      withdrawn_at timestamptz,
      unique (sender, idempotency_key)
    );
    create index message_posts_tid on message_posts (tid, created_at desc);
    alter table messages
      add column texts jsonb,
      add column post_id text references message_posts,
      add column withdrawn_at timestamptz;
    create index messages_post on messages (post_id) where post_id is not null;
    create index messages_withdrawn on messages (session_id, sequence) where withdrawn_at is not null;
    create table message_fanout (
      message_id text primary key references messages (message_id),
      after_registration text not null default '',
      created_at timestamptz not null default now()
    );
  `.execute(db);
}

/**
 * Marks older announcements as read for new members. By a trigger, because the modules that add members do not depend on
 * messages, and no path may omit this.
 */
async function markOlderAnnouncements(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function read_older_announcements() returns trigger language plpgsql as $$
    begin
      insert into message_reads (session_id, aid, sequence)
      select session_id, new.aid, last_sequence from message_channels
      where aid is null and last_sequence > 0
        and tid is not distinct from (case tg_table_name when 'memberships' then to_jsonb(new) ->> 'tid' end)
      on conflict (session_id, aid) do update
        set sequence = greatest(message_reads.sequence, excluded.sequence);
      return null;
    end $$;
    create trigger accounts_read_older after insert on accounts
      for each row execute function read_older_announcements();
    create trigger memberships_read_older after insert on memberships
      for each row when (new.state = 'active') execute function read_older_announcements();
    create trigger memberships_read_older_again after update of state on memberships
      for each row when (new.state = 'active' and old.state <> 'active')
      execute function read_older_announcements();
  `.execute(db);
}

async function createPush(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_registrations (
      registration_id text primary key,
      aid text not null references accounts,
      device_id text not null,
      provider text not null check (provider in ('webpush', 'fcm', 'apns', 'jpush')),
      token_digest text not null,
      wrapped_token bytea not null,
      tags text[] not null default '{}',
      language text not null check (language in ('zh', 'en')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (aid, device_id),
      unique (provider, token_digest),
      foreign key (aid, device_id) references devices
    );
    create table push_deliveries (
      message_id text not null references messages (message_id),
      registration_id text not null references push_registrations on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
      created_at timestamptz not null default now(),
      primary key (message_id, registration_id)
    );
    create index push_deliveries_registration on push_deliveries (registration_id);
    create index push_deliveries_created_at on push_deliveries (created_at);
    create table push_vapid_keys (
      public_key text primary key,
      wrapped_private_key bytea not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
}

/**
 * Deletes a push registration in the transaction that ends the last session of its device, the device or the account: after a
 * sign-out of any kind nothing may be pushed to the phone.
 */
async function forgetRegistrations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_push_of_session() returns trigger language plpgsql as $$
    begin
      delete from push_registrations where aid = new.aid and device_id = new.device_id
        and not exists (
          select from sessions where aid = new.aid and device_id = new.device_id and ended_at is null
        );
      return null;
    end $$;
    create trigger sessions_forget_push after update of ended_at on sessions
      for each row when (
        new.device_id is not null and old.ended_at is null and new.ended_at is not null
        and new.end_reason <> 'replaced'
      )
      execute function forget_push_of_session();
    create function forget_push_of_device() returns trigger language plpgsql as $$
    begin
      delete from push_registrations where aid = new.aid and device_id = new.device_id;
      return null;
    end $$;
    create trigger devices_forget_push after update of withdrawn_at on devices
      for each row when (new.withdrawn_at is not null) execute function forget_push_of_device();
    create function forget_push_of_account() returns trigger language plpgsql as $$
    begin
      delete from push_registrations where aid = new.aid;
      return null;
    end $$;
    create trigger accounts_forget_push after update of state on accounts
      for each row when (new.state = 'closed') execute function forget_push_of_account();
  `.execute(db);
}
