import type { DocumentEntry, LicenceEntry, PackageEntry, PostEntry, Violation } from './journal.ts';

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

/** Each licence that reached a device has an audit record, as have documents and messages. */
export function checkRecords(
  { records, documents }: AuditRows,
  journal: {
    licences: readonly LicenceEntry[];
    documents: readonly DocumentEntry[];
    posts: readonly PostEntry[];
    packages: readonly PackageEntry[];
  },
): Violation[] {
  const violations: Violation[] = [];
  const granted = countBy(
    records.filter(({ act, decision }) => act === 'rewrap' && decision === 'granted'),
    ({ document_id, device_id, aid }) => `${document_id} ${device_id} ${aid}`,
  );
  for (const [licence, n] of countBy(
    journal.licences,
    ({ documentID, deviceID, aid }) => `${documentID} ${deviceID} ${aid}`,
  )) {
    const recorded = granted.get(licence) ?? 0;
    if (recorded < n) {
      violations.push({
        invariant: 'licences-audited',
        description: `${n} licences were issued for ${licence.split(' ')[0]}, ${recorded} have a record`,
        evidence: licence,
      });
    }
  }
  const known = new Set(documents);
  const registered = countBy(
    records.filter(({ act }) => act === 'register'),
    ({ document_id }) => String(document_id),
  );
  for (const { documentID } of journal.documents) {
    if (!known.has(documentID))
      violations.push({
        invariant: 'documents-kept',
        description: `the acknowledged document ${documentID} is not registered`,
      });
    if (registered.get(documentID) !== 1) {
      violations.push({
        invariant: 'documents-audited',
        description: `document ${documentID} has ${registered.get(documentID) ?? 0} records of its registration`,
      });
    }
  }
  const sent = countBy(
    records.filter(({ act }) => act === 'message.sent'),
    ({ subject }) => String(subject),
  );
  for (const { postID } of journal.posts) {
    if (sent.get(postID) !== 1)
      violations.push({
        invariant: 'messages-audited',
        description: `message ${postID} has ${sent.get(postID) ?? 0} records`,
      });
  }
  return violations;
}

function countBy<T>(list: readonly T[], nameOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return counts;
}
