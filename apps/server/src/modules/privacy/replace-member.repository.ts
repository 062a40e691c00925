import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';
import { memberSender } from '../messages/posts.usecases.ts';
import { type ErasedMember, requestsOf } from './erase-member.repository.ts';

/** Columns that refer to a member of the row's tenant, in rows that stay because other people rely on them. */
const memberColumns = [
  ['flows', 'applicant_fid'],
  ['flow_tasks', 'assignee_fid'],
  ['flow_tasks', 'decided_by'],
  ['flow_decisions', 'fid'],
  ['flow_decisions', 'for_fid'],
  ['flow_acts', 'fid'],
  ['flow_comments', 'fid'],
  ['flow_type_versions', 'fid'],
  ['flow_type_drafts', 'fid'],
  ['documents', 'owner_fid'],
  ['documents', 'sealed_by'],
  ['document_grants', 'granted_by'],
  ['files', 'owner_fid'],
  ['member_imports', 'fid'],
  ['member_imports', 'created_by'],
] as const;

/** Replaces the person by the pseudonym in all rows that other people rely on. */
export async function replaceMember(
  transaction: DatabaseTransaction,
  { tid, fid, aid, pseudonym }: ErasedMember,
): Promise<void> {
  for (const [table, column] of memberColumns) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${pseudonym} where tid = ${tid} and ${sql.ref(column)} = ${fid}
    `.execute(transaction);
  }
  await sql`
    update flow_comments set mentions = array_replace(mentions, ${fid}, ${pseudonym})
    where tid = ${tid} and ${fid} = any(mentions)
  `.execute(transaction);
  for (const table of ['flow_decisions', 'flow_acts', 'member_imports'] as const) {
    await sql`
      update ${sql.table(table)} set aid = ${pseudonym} where tid = ${tid} and aid = ${aid}
    `.execute(transaction);
  }
  await sql`
    update file_access set fid = ${pseudonym}
    where fid = ${fid} and uri in (select uri from files where tid = ${tid})
  `.execute(transaction);
  await sql`
    update upload_usage set fid = ${pseudonym} where tid = ${tid} and fid = ${fid}
  `.execute(transaction);
  await sql`
    update message_posts set sender = ${memberSender(tid, pseudonym)}
    where tid = ${tid} and sender = ${memberSender(tid, fid)}
  `.execute(transaction);
}

/** Replaces the person in JSON: processes and details of applications, jobs, and stored responses. */
export async function replaceInJson(
  transaction: DatabaseTransaction,
  { tid, fid, aid, pseudonym }: ErasedMember,
): Promise<void> {
  const quoted = likePattern(JSON.stringify(fid));
  const replacedPerson = (column: string) => sql`replace_person(${sql.ref(column)}, ${fid}, ${pseudonym})`;
  await sql`
    update message_posts set audience = ${replacedPerson('audience')}
    where tid = ${tid} and audience::text like ${quoted}
  `.execute(transaction);
  for (const table of ['flow_types', 'flow_type_versions', 'flow_type_drafts']) {
    await sql`
      update ${sql.table(table)} set process = ${replacedPerson('process')}
      where tid = ${tid} and process::text like ${quoted}
    `.execute(transaction);
  }
  await sql`
    update flows set process = ${replacedPerson('process')}, details = ${replacedPerson('details')}
    where tid = ${tid} and (process::text like ${quoted} or details::text like ${quoted})
  `.execute(transaction);
  await sql`
    update workflow_requests set answer = replace_person(answer::jsonb, ${fid}, ${pseudonym})
    where answer::text like ${quoted} and ${requestsOf(tid)}
  `.execute(transaction);
  for (const table of ['pgboss.job', 'batched_jobs']) {
    await sql`
      update ${sql.table(table)} set data = replace_person(replace_person(data, ${fid}, ${pseudonym}), ${aid}, ${pseudonym})
      where data ->> 'tid' = ${tid} and data::text like any(${[quoted, likePattern(JSON.stringify(aid))]}::text[])
    `.execute(transaction);
  }
}

/** Replaces the contacts of the person in the details of their applications. */
export async function replaceAddresses(
  transaction: DatabaseTransaction,
  { tid, pseudonym }: ErasedMember,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    await sql`
      update flows set details = replace(details::text, to_json(${address}::text)::text, to_json(${pseudonym}::text)::text)::jsonb
      where tid = ${tid} and applicant_fid = ${pseudonym}
    `.execute(transaction);
  }
}

/**
 * Replaces the name in messages: notices about the person's applications and comments begin with it, and conversations have it
 * as title.
 */
export async function replaceInMessages(
  transaction: DatabaseTransaction,
  { tid, pseudonym, displayName, name }: ErasedMember & { name: string },
): Promise<void> {
  const replaceName = (text: ReturnType<typeof sql>) =>
    sql`case when starts_with(${text}, ${name}) then ${displayName} || substr(${text}, length(${name}::text) + 1) else ${text} end`;
  const flowOfMessage = sql`coalesce(flow_id, link ->> 'flowID')`;
  // The Chinese text may be in the column alone, and so may the English one.
  const inLanguage = (language: 'zh' | 'en') =>
    sql`case when texts -> ${sql.lit(language)} is null then '{}' else jsonb_build_object(${sql.lit(language)},
      texts -> ${sql.lit(language)} || jsonb_build_object('text',
        ${replaceName(sql`(texts -> ${sql.lit(language)} ->> 'text')`)})) end`;
  await sql`
    update messages set text = ${replaceName(sql`text`)},
      texts = case when texts is null then null else texts || ${inLanguage('zh')} || ${inLanguage('en')} end,
      english = split_part(english, chr(10), 1) || chr(10) || ${replaceName(sql`substr(english, strpos(english, chr(10)) + 1)`)}
    where session_id in (select session_id from message_channels where tid = ${tid})
      and (${flowOfMessage} in (select flow_id from flows where tid = ${tid} and applicant_fid = ${pseudonym})
        or starts_with(text, ${`${name}在“`})
          and ${flowOfMessage} in (select flow_id from flow_comments where tid = ${tid} and fid = ${pseudonym}))
  `.execute(transaction);
  await sql`
    update messages set title = ${displayName}
    where title = ${name} and session_id in (
      select session_id from message_channels where tid = ${tid} and kind = 'conversation' and title = ${name})
  `.execute(transaction);
  await sql`
    update message_channels set title = ${displayName}, key = replace(key, ${name}, ${pseudonym})
    where tid = ${tid} and kind = 'conversation' and title = ${name}
  `.execute(transaction);
}
