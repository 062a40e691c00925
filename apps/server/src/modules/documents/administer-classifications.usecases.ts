import {
  type DatabaseHandle,
  type DatabaseTransaction,
  isForeignKeyViolation,
  violatedUniqueIndex,
} from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import * as repository from './classifications.repository.ts';
import {
  type Classification,
  createClassification,
  type NewClassification,
  toClassification,
} from './classifications.usecases.ts';

export interface AdministeredClassification extends Classification {
  isDefault: boolean;
}

interface ClassificationKey {
  tid: string;
  id: string;
}

/** Lists a tenant's classifications by ascending level. */
export async function listClassifications(
  db: DatabaseHandle,
  query: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: AdministeredClassification[] }> {
  const [total, rows] = await Promise.all([
    repository.countClassifications(db, query.tid),
    query.limit === 0 ? [] : repository.selectClassifications(db, query),
  ]);
  return { total, data: rows.map(fromAdministeredRow) };
}

/** @throws ServiceError `key.classification_not_found`. */
export async function requireAdministeredClassification(
  db: DatabaseHandle,
  key: ClassificationKey,
): Promise<AdministeredClassification> {
  const row = await repository.selectClassification(db, key);
  if (!row) throw new ServiceError('key.classification_not_found');
  return fromAdministeredRow(row);
}

/**
 * Adds a classification. A new default replaces the previous one.
 * @throws ServiceError `admin.classification_exists`.
 */
export async function addClassification(
  transaction: DatabaseTransaction,
  classification: NewClassification,
): Promise<void> {
  await lockTenant(transaction, classification.tid);
  if (classification.isDefault) await repository.clearDefault(transaction, classification.tid);
  await createClassification(transaction, classification).catch((error: unknown) => {
    if (violatedUniqueIndex(error) !== undefined) throw new ServiceError('admin.classification_exists');
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
  key: ClassificationKey,
  change: ClassificationChange,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  await requireAdministeredClassification(transaction, key);
  if (change.isDefault) await repository.clearDefault(transaction, key.tid);
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
  const changedColumns = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(changedColumns).length > 0)
    await repository.updateClassification(transaction, key, changedColumns);
}

/**
 * Deletes a classification that no registered document has. Documents that other platforms sealed with it can no
 * longer be opened.
 * @throws ServiceError `key.classification_not_found`, `admin.classification_in_use`,
 * `admin.classification_is_default`.
 */
export async function deleteClassification(
  transaction: DatabaseTransaction,
  key: ClassificationKey,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  const { isDefault } = await requireAdministeredClassification(transaction, key);
  if (isDefault) throw new ServiceError('admin.classification_is_default');
  if (await repository.isClassificationUsed(transaction, key))
    throw new ServiceError('admin.classification_in_use');
  await repository.deleteClassificationRow(transaction, key).catch((error: unknown) => {
    // A document with this classification was registered concurrently.
    if (isForeignKeyViolation(error)) throw new ServiceError('admin.classification_in_use');
    throw error;
  });
}

/** Maps a row, including whether it is the tenant's default. */
export const fromAdministeredRow = (row: repository.ClassificationRow): AdministeredClassification => ({
  ...toClassification(row),
  isDefault: row.is_default,
});
