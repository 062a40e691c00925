import { type Kysely, sql } from 'kysely';

/** Adds the nodes of the service, their metrics over time, the results of backups, and agreements that operators publish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nodes (
      node text primary key,
      version text not null,
      runtime_version text not null,
      started_at timestamptz not null,
      heartbeat_at timestamptz not null,
      drain_requested_at timestamptz,
      housekeeping_at timestamptz,
      housekeeping_outcome text check (housekeeping_outcome in ('done', 'failed', 'skipped'))
    );
    create table node_samples (
      node text not null,
      at timestamptz not null,
      span_s integer not null,
      requests integer not null,
      errors integer not null,
      p95_ms double precision not null,
      memory_bytes bigint not null,
      loop_lag_ms double precision not null,
      queue_depth integer not null,
      connections integer not null,
      primary key (at, node, span_s)
    );
    create table backups (
      backup_id uuid primary key default gen_random_uuid(),
      started_at timestamptz not null,
      finished_at timestamptz not null,
      outcome text not null check (outcome in ('done', 'failed')),
      bytes bigint,
      has_files boolean not null,
      is_verified boolean not null,
      reason text
    );
    create index backups_finished on backups (finished_at desc);
    create table agreement_versions (
      agreement text not null check (agreement in ('eula', 'privacy-policy')),
      version text not null,
      zh_title text not null,
      zh_text text not null,
      en_title text not null,
      en_text text not null,
      published_at timestamptz not null,
      published_by text not null,
      primary key (agreement, version)
    );
  `.execute(db);
}
