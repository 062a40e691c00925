import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  type ClassificationRow,
  insertClassification,
  selectClassification,
} from './classifications.repository.ts';
import { upsertClearance } from './clearances.repository.ts';

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
