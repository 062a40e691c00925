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
export async function createClassification(db: DatabaseHandle, one: NewClassification): Promise<void> {
  await insertClassification(db, {
    tid: one.tid,
    id: one.id,
    name: one.name,
    level: one.level,
    is_default: one.isDefault ?? false,
    watermark: one.watermark ?? true,
    no_download: one.noDownload ?? false,
    no_capture: one.noCapture ?? false,
    lease_seconds: one.leaseSeconds ?? null,
    excludes_browsers: one.excludesBrowsers ?? false,
  });
}

/** Clears a member for documents up to a level. */
export const setClearance = upsertClearance;

/** A classification by its id; for null the tenant's default. Undefined if it does not exist. */
export async function findClassification(
  db: DatabaseHandle,
  which: { tid: string; id: string | null },
): Promise<Classification | undefined> {
  const row = await selectClassification(db, which);
  return row && fromRow(row);
}

/** @throws ServiceError `key.classification_not_found` */
export async function requireClassification(
  db: DatabaseHandle,
  which: { tid: string; id: string },
): Promise<Classification> {
  const found = await findClassification(db, which);
  if (!found) throw new ServiceError('key.classification_not_found');
  return found;
}

/** The classification that applies in a tenant without classifications. */
export const builtInClass: Classification = {
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
export function fromRow(row: ClassificationRow): Classification {
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
