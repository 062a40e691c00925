import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_channels (
      session_id text primary key,
      key text not null unique,
      kind text not null check (kind in ('announcement', 'work', 'conversation')),
      title text not null,
      tid text references tenants,
      aid text references accounts,
      last_sequence integer not null default 0,
      updated_at timestamptz not null default now()
    );
    create index message_channels_aid on message_channels (aid, updated_at desc) where aid is not null;
    create index message_channels_tid on message_channels (tid, updated_at desc) where aid is null;
    create table messages (
      session_id text not null references message_channels,
      sequence integer not null,
      message_id text not null unique,
      type text not null check (type in ('text', 'text_voice', 'announcement', 'flow', 'task')),
      title text not null,
      text text not null,
      link jsonb,
      idempotency_key text not null,
      created_at timestamptz not null,
      primary key (session_id, sequence),
      unique (session_id, idempotency_key)
    );
    create table message_reads (
      session_id text not null references message_channels,
      aid text not null references accounts,
      sequence integer not null,
      primary key (session_id, aid)
    );
  `.execute(db);
}
