import type { DocumentNote, LicenceNote, PackageNote, PostNote, Violation } from './journal.ts';

export interface AuditRows {
  readonly records: readonly {
    act: string;
    decision: string;
    aid: string | null;
    device_id: string | null;
    document_id: string | null;
    subject: string | null;
    count: number;
  }[];
  readonly documents: readonly string[];
}

/** Each licence that reached a device has its record; so have documents and messages. */
export function checkRecords(
  { records, documents }: AuditRows,
  notes: {
    licences: readonly LicenceNote[];
    documents: readonly DocumentNote[];
    posts: readonly PostNote[];
    packages: readonly PackageNote[];
  },
): Violation[] {
  const found: Violation[] = [];
  const granted = countBy(
    records.filter(({ act, decision }) => act === 'rewrap' && decision === 'granted'),
    ({ document_id, device_id, aid }) => `${document_id} ${device_id} ${aid}`,
  );
  for (const [place, n] of countBy(
    notes.licences,
    ({ documentID, deviceID, aid }) => `${documentID} ${deviceID} ${aid}`,
  )) {
    const recorded = granted.get(place) ?? 0;
    if (recorded < n) {
      found.push({
        invariant: 'licences-audited',
        what: `${n} licences were given for ${place.split(' ')[0]}, ${recorded} are on record`,
        evidence: place,
      });
    }
  }
  const known = new Set(documents);
  const registered = countBy(
    records.filter(({ act }) => act === 'register'),
    ({ document_id }) => String(document_id),
  );
  for (const { documentID } of notes.documents) {
    if (!known.has(documentID))
      found.push({
        invariant: 'documents-kept',
        what: `the acknowledged document ${documentID} is not registered`,
      });
    if (registered.get(documentID) !== 1) {
      found.push({
        invariant: 'documents-audited',
        what: `document ${documentID} has ${registered.get(documentID) ?? 0} records of its registration`,
      });
    }
  }
  const sent = countBy(
    records.filter(({ act }) => act === 'message.sent'),
    ({ subject }) => String(subject),
  );
  for (const { postID } of notes.posts) {
    if (sent.get(postID) !== 1)
      found.push({
        invariant: 'messages-audited',
        what: `message ${postID} has ${sent.get(postID) ?? 0} records`,
      });
  }
  return found;
}

function countBy<T>(list: readonly T[], nameOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return counts;
}
