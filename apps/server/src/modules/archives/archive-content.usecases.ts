import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { selectApplications, selectPseudonymByID } from './archive-content.repository.ts';

/** Longer values are texts, not ids. */
const maxIDLength = 100;

/**
 * The lines of an archive, one for each application. Ids of people are replaced by their pseudonyms in audit records, and contacts of an applicant
 * in the details by the applicant's: once the key of a pseudonym is deleted with the data of the person, the archive is anonymous without being
 * changed. The same rows always give the same lines.
 */
export async function readArchiveLines(
  transaction: DatabaseTransaction,
  { tid, ids }: { tid: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await selectApplications(transaction, { tid, ids });
  const values = new Set<string>();
  for (const { application } of rows) collectStrings(application, values);
  const pseudonyms = await selectPseudonymByID(transaction, { tid, ids: [...values] });
  return rows.map(({ application, addresses }) => {
    const flow = application['flow'] as Record<string, unknown>;
    const applicant = pseudonyms.get(String(flow['applicant_fid']));
    const ofApplicant = new Map(
      applicant === undefined ? [] : (addresses ?? []).map((address) => [address, applicant]),
    );
    const details = replaceStrings(flow['details'], ofApplicant);
    const content = replaceStrings({ ...application, flow: { ...flow, details } }, pseudonyms) as object;
    return JSON.stringify({ type: 'application', ...content });
  });
}

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length <= maxIDLength) into.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collectStrings(one, into);
  }
}

/** Replaces the strings of a JSON value that are equal to a key; parts of a text are no ids. */
export function replaceStrings(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return replacements.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaceStrings(one, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaceStrings(one, replacements)]),
  );
}
