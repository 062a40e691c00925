import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  type ClassificationRow,
  insertClassification,
  selectClassification,
  selectDefaultAndNamed,
} from './classifications.repository.ts';
import { upsertClearance } from './clearances.repository.ts';
import { selectClassificationIDs } from './documents.repository.ts';

/** The obligations of readers of a classification, and the level that they require. */
export interface Classification {
  id: string;
  name: string;
  /** A member may read documents at or below their clearance. */
  level: number;
  watermark: boolean;
  noDownload: boolean;
  noCapture: boolean;
  /** Duration of a use licence in seconds; null for no limit. */
  leaseSeconds: number | null;
  excludesBrowsers: boolean;
}

export interface NewClassification extends Partial<Omit<Classification, 'id' | 'name' | 'level'>> {
  tid: string;
  id: string;
  name: string;
  level: number;
  isDefault?: boolean;
}

/** Creates a classification. By default it requires only the watermark. */
export async function createClassification(
  db: DatabaseHandle,
  classification: NewClassification,
): Promise<void> {
  await insertClassification(db, {
    tid: classification.tid,
    id: classification.id,
    name: classification.name,
    level: classification.level,
    is_default: classification.isDefault ?? false,
    watermark: classification.watermark ?? true,
    no_download: classification.noDownload ?? false,
    no_capture: classification.noCapture ?? false,
    lease_seconds: classification.leaseSeconds ?? null,
    excludes_browsers: classification.excludesBrowsers ?? false,
  });
}

/** Clears a member for documents up to a level. */
export const setClearance = upsertClearance;

/** A classification by its id; for null the tenant's default. Undefined if it does not exist. */
export async function findClassification(
  db: DatabaseHandle,
  key: { tid: string; id: string | null },
): Promise<Classification | undefined> {
  const row = await selectClassification(db, key);
  return row && toClassification(row);
}

/** The tenant's default classification, and one by its id, by one query. Undefined if it does not exist. */
export async function findDefaultAndNamed(
  db: DatabaseHandle,
  key: { tid: string; id: string | null },
): Promise<{ standard: Classification | undefined; named: Classification | undefined }> {
  const rows = await selectDefaultAndNamed(db, key);
  const standard = rows.find((row) => row.is_default);
  const named = rows.find(({ id }) => id === key.id);
  return { standard: standard && toClassification(standard), named: named && toClassification(named) };
}

/**
 * The ids of the classifications of files. A file that is no registered document counts as the tenant's default, because a
 * condition must not be avoided by an unprotected file.
 * @param documentIDs - of those files that are protected.
 * @param fileCount - of all files.
 */
export async function classificationIDsOf(
  db: DatabaseHandle,
  { tid, documentIDs, fileCount }: { tid: string; documentIDs: readonly string[]; fileCount: number },
): Promise<readonly string[]> {
  const rows = await selectClassificationIDs(db, { tid, documentIDs });
  const registered = new Map(rows.map((row) => [row.document_id, row.classification_id]));
  const known = documentIDs.filter((documentID) => registered.has(documentID));
  const classified = known.flatMap((documentID) => registered.get(documentID) ?? []);
  if (classified.length === fileCount) return [...new Set(classified)];
  const standard = await findClassification(db, { tid, id: null });
  return [...new Set([...classified, ...(standard ? [standard.id] : [])])];
}

/** @throws ServiceError `key.classification_not_found` */
export async function requireClassification(
  db: DatabaseHandle,
  key: { tid: string; id: string },
): Promise<Classification> {
  const found = await findClassification(db, key);
  if (!found) throw new ServiceError('key.classification_not_found');
  return found;
}

/** The classification that applies in a tenant without classifications. */
export const builtInClassification: Classification = {
  id: '',
  name: '',
  level: 0,
  watermark: true,
  noDownload: false,
  noCapture: false,
  leaseSeconds: null,
  excludesBrowsers: false,
};

/** Maps a row. */
export function toClassification(row: ClassificationRow): Classification {
  return {
    id: row.id,
    name: row.name,
    level: row.level,
    watermark: row.watermark,
    noDownload: row.no_download,
    noCapture: row.no_capture,
    leaseSeconds: row.lease_seconds,
    excludesBrowsers: row.excludes_browsers,
  };
}
