import { type Kysely, sql } from 'kysely';

/**
 * Adds deliveries that failed for good, without addresses, and what the mail server or SMS gateway failed with since its last
 * success. Indexes failed mails of applications, which the overview counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_failures (
      failure_id bigint generated always as identity primary key,
      tid text,
      channel text not null check (channel in ('mail', 'sms', 'push')),
      purpose text not null check (purpose in ('code', 'notice', 'message')),
      code text not null,
      failed_at timestamptz not null
    );
    create index delivery_failures_tenant on delivery_failures (tid, failed_at desc, failure_id desc);
    create index delivery_failures_channel on delivery_failures (tid, channel, failed_at desc, failure_id desc);
    create index delivery_failures_time on delivery_failures (failed_at desc, failure_id desc);
    create table transport_failures (
      channel text primary key check (channel in ('mail', 'sms')),
      since timestamptz not null,
      last_at timestamptz not null,
      code text not null,
      failures integer not null
    );
    create index flow_mails_failed on flow_mails (tid, flow_id) where state = 'failed';
  `.execute(db);
}
