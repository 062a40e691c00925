import { type Kysely, sql } from 'kysely';

/** Adds the end of a mail whose application was canceled before a server accepted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows are found before the table is locked, and changed by their keys.
  await sql`
    create temporary table canceled_mails on commit drop as
      select flow_id from flow_mails join flows using (flow_id)
      where flow_mails.state = 'sending' and flows.state <> 'processed';
    alter table flow_mails drop constraint flow_mails_state_check;
    -- Not valid: the old constraint was stricter, so that no row has to be read under the lock.
    alter table flow_mails add constraint flow_mails_state_check
      check (state in ('sending', 'sent', 'failed', 'canceled')) not valid;
    update flow_mails set state = 'canceled', ended_at = now()
      where flow_id in (select flow_id from canceled_mails);
  `.execute(db);
}
