import type { DatabaseHandle } from '../infra/database/index.ts';
import { findDocumentRights } from '../modules/documents/document-rights.usecases.ts';
import { isLent } from '../modules/files/files.usecases.ts';
import type { FindDocumentRights } from '../modules/keys/key-access.usecases.ts';

/** What the key access service decides by: what is written about the document, and who was handed it in a flow. */
export function documentRightsOf(db: DatabaseHandle): FindDocumentRights {
  return async (query) => {
    const { tid, fid, documentID, owner } = query;
    const [rights, lent] = await Promise.all([
      findDocumentRights(db, query),
      owner === null ? false : isLent(db, { tid, documentID, owner, fid }),
    ]);
    // A grant until a moment does not shorten what a flow gives.
    return lent ? { ...rights, grant: { until: null } } : rights;
  };
}
