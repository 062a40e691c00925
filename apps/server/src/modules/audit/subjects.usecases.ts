import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { KeptRecord } from './audit-record.port.ts';
import { selectSubjects } from './subjects.repository.ts';

export { deleteSubjects, type Subject, selectNames } from './subjects.repository.ts';

/** The ids of a record: the actor and, if it is a person, an account or a device, the object. */
export type RecordedIDs = Pick<KeptRecord, 'aid' | 'fid' | 'deviceID' | 'subject'>;

const fields = ['aid', 'fid', 'deviceID', 'subject'] as const;

/** Resolves the pseudonyms of records; those of deleted subjects stay pseudonyms. */
export async function readableIDs(
  handle: DatabaseHandle,
  records: readonly RecordedIDs[],
): Promise<RecordedIDs[]> {
  const asked = new Set(records.flatMap((record) => fields.map((field) => record[field])));
  asked.delete(null);
  const known = await selectSubjects(
    handle,
    [...asked].filter((id) => id !== null),
  );
  const read = (id: string | null) => (id === null ? null : (known.get(id) ?? id));
  return records.map(({ aid, fid, deviceID, subject }) => ({
    aid: read(aid),
    fid: read(fid),
    deviceID: read(deviceID),
    subject: read(subject),
  }));
}
