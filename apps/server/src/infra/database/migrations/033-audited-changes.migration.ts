import { type Kysely, sql } from 'kysely';

/**
 * Publishes audited acts that changed something, for the live events of the console. Reads, sign-ins and the frequent acts of
 * people on documents and tasks are left out: the console shows none of them live, and flows and tasks have their own topics.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_audited_acts() returns trigger language plpgsql as $$
    begin
      perform tell_changes('act', array(
        select distinct jsonb_strip_nulls(jsonb_build_object(
          'tid', r.tid, 'act', act, 'id', left(coalesce(document_id, object.id, subject, kid), 200),
          'by', coalesce(member.id, fid), 'operatorID', operator_id
        ))
        from added as r
        left join audit_subjects as member on member.pseudonym = r.fid
        left join audit_subjects as object on object.pseudonym = r.subject
        where decision = 'granted'
          and act not in ('rewrap', 'account.signed_in', 'account.signed_out', 'account.looked_up')
          and act !~ '^(audit|call|download|flow|task)[.]|[.](exported|list_exported)$'
      ));
      return null;
    end $$;
    create trigger tell_audited_acts after insert on audit_records
      referencing new table as added for each statement execute function tell_audited_acts();
  `.execute(db);
}
