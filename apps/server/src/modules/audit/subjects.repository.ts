import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type SubjectKind = 'account' | 'member' | 'device';

export interface Subject {
  readonly kind: SubjectKind;
  /** The tenant of a member; empty for an account or a device. */
  readonly tid: string;
  readonly id: string;
}

/** The values that an id has in records: its pseudonyms, and the id itself in records older than pseudonyms. */
export async function selectPseudonyms(
  handle: DatabaseHandle,
  { kind, tid, id }: Subject,
): Promise<string[]> {
  const rows = await handle
    .selectFrom('audit_subjects')
    .select('pseudonym')
    .where('kind', '=', kind)
    .where('tid', '=', tid)
    .where('id', '=', id)
    .execute();
  return [id, ...rows.map(({ pseudonym }) => pseudonym)];
}

/** The ids behind pseudonyms. Missing are those of deleted subjects, and those that do not match their key. */
export async function selectIDsByPseudonym(
  handle: DatabaseHandle,
  pseudonyms: readonly string[],
): Promise<Map<string, string>> {
  if (pseudonyms.length === 0) return new Map();
  const { rows } = await sql<{ pseudonym: string; id: string }>`
    select pseudonym, id from audit_subjects
    where pseudonym = any(${pseudonyms}::text[]) and pseudonym = pseudonym_of(key, kind, tid, id)
  `.execute(handle);
  return new Map(rows.map(({ pseudonym, id }) => [pseudonym, id]));
}

/** Deletes the keys of pseudonyms, which can never be resolved again. */
export async function deleteSubjects(
  transaction: DatabaseTransaction,
  subjects: readonly Subject[],
): Promise<void> {
  await sql`
    delete from audit_subjects using unnest(
      ${subjects.map(({ kind }) => kind)}::text[],
      ${subjects.map(({ tid }) => tid)}::text[],
      ${subjects.map(({ id }) => id)}::text[]
    ) as gone (kind, tid, id)
    where audit_subjects.kind = gone.kind and audit_subjects.tid = gone.tid and audit_subjects.id = gone.id
  `.execute(transaction);
}
