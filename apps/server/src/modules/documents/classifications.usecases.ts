import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  type ClassificationRow,
  insertClassification,
  selectClassification,
} from './classifications.repository.ts';
import { upsertClearance } from './clearances.repository.ts';

/** What reading a document of this class obliges to, and whom it is open to. */
export interface Classification {
  id: string;
  name: string;
  /** A member reads what is at or below their clearance. */
  level: number;
  watermark: boolean;
  noDownload: boolean;
  noCapture: boolean;
  /** How long a use licence lasts; null for one without an end. */
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

/** A new class; it asks for the watermark alone unless it says more. */
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

/** Lets a member read up to a level. */
export const setClearance = upsertClearance;

/** A class by its id, for null the tenant's default one; undefined where there is none. */
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

/** What holds in a tenant that has not made classes yet. */
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

/** A class as it is stored, for those who use it. */
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
