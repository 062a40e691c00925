import type { DatabaseHandle } from '../infra/database/index.ts';
import { findDocumentRights } from '../modules/documents/document-rights.usecases.ts';
import { isLent } from '../modules/files/files.usecases.ts';
import type { FindDocumentRights } from '../modules/keys/key-access.usecases.ts';

/** The rights by which the key access service decides: the document's own grants, and files lent in a flow. */
export function createFindDocumentRights(db: DatabaseHandle): FindDocumentRights {
  return async (query) => {
    const { tid, fid, documentID, owner } = query;
    const [rights, lent] = await Promise.all([
      findDocumentRights(db, query),
      owner === null ? false : isLent(db, { tid, documentID, owner, fid }),
    ]);
    // A grant that expires must not shorten the access that a flow gives.
    return lent ? { ...rights, grant: { until: null } } : rights;
  };
}
