import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { DocumentRights, RightsQuery } from '../keys/key-access.usecases.ts';
import { builtInClass, type Classification, findClassification } from './classifications.usecases.ts';
import { type RightsRow, selectRights } from './documents.repository.ts';

/** The stored facts about one document and one member, on which the key access service decides. */
export async function findDocumentRights(db: DatabaseHandle, query: RightsQuery): Promise<DocumentRights> {
  const { tid, fid, documentID, classificationID } = query;
  const [rights, asDefault, named] = await Promise.all([
    selectRights(db, { tid, fid, documentID }),
    findClassification(db, { tid, id: null }),
    classificationID === null ? undefined : findClassification(db, { tid, id: classificationID }),
  ]);
  const ordinary = asDefault ?? builtInClass;
  const ofClass = classificationID === null ? ordinary : named;
  return {
    withdrawn: rights.withdrawn,
    accessClass: ofClass ? marked(ofClass, rights) : null,
    // A member without a clearance reads up to the tenant's default classification.
    clearance: rights.clearance ?? ordinary.level,
    grant: rights.granted ? { until: rights.until?.getTime() ?? null } : null,
  };
}

/** Marks that an approval set override the classification. */
function marked(ofClass: Classification, rights: RightsRow): Classification {
  return {
    ...ofClass,
    watermark: rights.watermark ?? ofClass.watermark,
    noDownload: rights.no_download ?? ofClass.noDownload,
    noCapture: rights.no_capture ?? ofClass.noCapture,
  };
}
