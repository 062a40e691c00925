import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { DocumentRights, RightsQuery } from '../keys/key-access.usecases.ts';
import {
  builtInClassification,
  type Classification,
  findDefaultAndNamed,
} from './classifications.usecases.ts';
import { type RightsRow, selectRights } from './documents.repository.ts';

/** The stored facts about one document and one member, on which the key access service decides. */
export async function findDocumentRights(db: DatabaseHandle, query: RightsQuery): Promise<DocumentRights> {
  const { tid, fid, documentID, classificationID } = query;
  const [rights, classifications] = await Promise.all([
    selectRights(db, { tid, fid, documentID }),
    findDefaultAndNamed(db, { tid, id: classificationID }),
  ]);
  const defaultClassification = classifications.standard ?? builtInClassification;
  const classification = classificationID === null ? defaultClassification : classifications.named;
  return {
    isWithdrawn: rights.withdrawn,
    accessClass: classification ? withApprovedMarks(classification, rights) : null,
    // A member without a clearance reads up to the tenant's default classification.
    clearance: rights.clearance ?? defaultClassification.level,
    printingMaxLevel: rights.printing_max_level,
    grant: rights.granted ? { until: rights.until?.getTime() ?? null } : null,
  };
}

/** Marks that an approval set override the classification. */
function withApprovedMarks(classification: Classification, rights: RightsRow): Classification {
  return {
    ...classification,
    watermark: rights.watermark ?? classification.watermark,
    noDownload: rights.no_download ?? classification.noDownload,
    noCapture: rights.no_capture ?? classification.noCapture,
  };
}
