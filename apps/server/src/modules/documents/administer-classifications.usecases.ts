import {
  brokenUniqueness,
  type DatabaseHandle,
  type DatabaseTransaction,
  isBrokenReference,
} from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import * as repository from './classifications.repository.ts';
import {
  type Classification,
  createClassification,
  fromRow,
  type NewClassification,
} from './classifications.usecases.ts';

export interface AdministeredClassification extends Classification {
  isDefault: boolean;
}

interface Key {
  tid: string;
  id: string;
}

/** Lists a tenant's classifications by ascending level. */
export async function listClassifications(
  db: DatabaseHandle,
  asked: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: AdministeredClassification[] }> {
  const [total, rows] = await Promise.all([
    repository.countClassifications(db, asked.tid),
    asked.limit === 0 ? [] : repository.selectClassifications(db, asked),
  ]);
  return { total, data: rows.map(fromAdministeredRow) };
}

/** @throws ServiceError `key.classification_not_found`. */
export async function requireAdministered(
  db: DatabaseHandle,
  which: Key,
): Promise<AdministeredClassification> {
  const row = await repository.selectClassification(db, which);
  if (!row) throw new ServiceError('key.classification_not_found');
  return fromAdministeredRow(row);
}

/**
 * Adds a classification. A new default replaces the previous one.
 * @throws ServiceError `admin.classification_exists`.
 */
export async function addClassification(
  transaction: DatabaseTransaction,
  one: NewClassification,
): Promise<void> {
  await lockTenant(transaction, one.tid);
  if (one.isDefault) await repository.clearDefault(transaction, one.tid);
  await createClassification(transaction, one).catch((error: unknown) => {
    if (brokenUniqueness(error) !== undefined) throw new ServiceError('admin.classification_exists');
    throw error;
  });
}

export type ClassificationChange = {
  [Name in keyof Omit<AdministeredClassification, 'id'>]?: AdministeredClassification[Name] | undefined;
};

/**
 * Changes the given fields of a classification. The default can be moved to another classification, but not removed.
 * @throws ServiceError `key.classification_not_found`.
 */
export async function changeClassification(
  transaction: DatabaseTransaction,
  which: Key,
  change: ClassificationChange,
): Promise<void> {
  await lockTenant(transaction, which.tid);
  await requireAdministered(transaction, which);
  if (change.isDefault) await repository.clearDefault(transaction, which.tid);
  const columns = {
    name: change.name,
    level: change.level,
    watermark: change.watermark,
    no_download: change.noDownload,
    no_capture: change.noCapture,
    lease_seconds: change.leaseSeconds,
    excludes_browsers: change.excludesBrowsers,
    is_default: change.isDefault,
  };
  const named = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length > 0) await repository.updateClassification(transaction, which, named);
}

/**
 * Deletes a classification that no registered document has. Documents that other platforms sealed with it can no
 * longer be opened.
 * @throws ServiceError `key.classification_not_found`, `admin.classification_in_use`,
 * `admin.classification_is_default`.
 */
export async function deleteClassification(transaction: DatabaseTransaction, which: Key): Promise<void> {
  await lockTenant(transaction, which.tid);
  const { isDefault } = await requireAdministered(transaction, which);
  if (isDefault) throw new ServiceError('admin.classification_is_default');
  if (await repository.isClassificationUsed(transaction, which))
    throw new ServiceError('admin.classification_in_use');
  await repository.deleteClassificationRow(transaction, which).catch((error: unknown) => {
    // A document with this classification was registered concurrently.
    if (isBrokenReference(error)) throw new ServiceError('admin.classification_in_use');
    throw error;
  });
}

/** Maps a row, including whether it is the tenant's default. */
export const fromAdministeredRow = (row: repository.ClassificationRow): AdministeredClassification => ({
  ...fromRow(row),
  isDefault: row.is_default,
});
