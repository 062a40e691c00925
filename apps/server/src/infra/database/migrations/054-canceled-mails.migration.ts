import { type Kysely, sql } from 'kysely';

/** Adds the end of a mail whose application was canceled before a server accepted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table flow_mails drop constraint flow_mails_state_check;
    -- Not valid: the old constraint was stricter, so that no row has to be read under the lock.
    alter table flow_mails add constraint flow_mails_state_check
      check (state in ('sending', 'sent', 'failed', 'canceled')) not valid;
    update flow_mails set state = 'canceled', ended_at = now()
      where state = 'sending'
        and exists (select from flows where flows.flow_id = flow_mails.flow_id and flows.state <> 'processed');
  `.execute(db);
}
