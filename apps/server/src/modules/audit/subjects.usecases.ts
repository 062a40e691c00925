import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { StoredRecord } from './audit-record.types.ts';
import { selectIDsByPseudonym } from './subjects.repository.ts';

export {
  deleteSubjects,
  type Subject,
  selectIDsByPseudonym as resolveIDs,
  selectPseudonyms,
} from './subjects.repository.ts';

/** The ids of a record: the actor and, if it is a person, an account or a device, the object. */
export type RecordedIDs = Pick<StoredRecord, 'aid' | 'fid' | 'deviceID' | 'subject'>;

const idFields = ['aid', 'fid', 'deviceID', 'subject'] as const;

/** Resolves the pseudonyms of records; those of deleted subjects stay pseudonyms. */
export async function resolvePseudonyms(
  handle: DatabaseHandle,
  records: readonly RecordedIDs[],
): Promise<RecordedIDs[]> {
  const pseudonyms = new Set(records.flatMap((record) => idFields.map((field) => record[field])));
  pseudonyms.delete(null);
  const idByPseudonym = await selectIDsByPseudonym(
    handle,
    [...pseudonyms].filter((id) => id !== null),
  );
  const resolve = (id: string | null) => (id === null ? null : (idByPseudonym.get(id) ?? id));
  return records.map(({ aid, fid, deviceID, subject }) => ({
    aid: resolve(aid),
    fid: resolve(fid),
    deviceID: resolve(deviceID),
    subject: resolve(subject),
  }));
}
