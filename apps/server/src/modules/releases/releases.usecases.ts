import { type KeyObject, randomUUID } from 'node:crypto';
import { compareVersions } from '@sealflow/domain/versions';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Operator } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import type { ObjectsContext } from '../files/orphaned-objects.usecases.ts';
import { hasArchiveEntry } from './archive.util.ts';
import { isSignedBy } from './bundle-key.util.ts';
import * as repository from './releases.repository.ts';

export interface ReleasesContext extends ObjectsContext {
  /** The public key that verifies bundles; undefined: bundles are rejected. */
  bundleKey: KeyObject | undefined;
}

interface Publisher {
  operator: Operator;
  at: Date;
}

interface AppRelease {
  platform: 'android' | 'ios';
  appVer: string;
  notes: string;
  appOID?: string | undefined;
  appName?: string | undefined;
  productName?: string | undefined;
  productVer?: string | undefined;
}

/**
 * Publishes a release of the app.
 * @param release - `source` is a stored file, or the page of an app store.
 * @throws ServiceError `update.file_invalid`, and `update.version_not_newer` where the version is not newer than the
 * latest one.
 */
export async function publishRelease(
  context: ReleasesContext,
  { operator, at }: Publisher,
  { app, source }: { app: AppRelease; source: { uri: string } | { url: string } },
): Promise<repository.PublishedRow> {
  const { platform, appVer, notes } = app;
  // An iOS app can be installed only from the App Store.
  if ('uri' in source && platform === 'ios') throw new ServiceError('update.file_invalid');
  const uri = 'uri' in source ? source.uri : null;
  const url = 'url' in source ? source.url : null;
  if (uri !== null) await requireArchiveEntry(context, uri, 'AndroidManifest.xml');
  return inTransaction(context.db, async (transaction) => {
    const latest = await lockLatest(transaction, { kind: 'app', platform });
    if (latest && compareVersions(appVer, latest.version) <= 0) throw createNotNewerError(latest.version);
    return insertAndRecord(
      transaction,
      { operator, at },
      {
        kind: 'app',
        platform,
        version: appVer,
        app_oid: app.appOID ?? `sealflow-${platform}`,
        app_name: app.appName ?? '密件通',
        product_name: app.productName ?? 'Sealflow',
        product_ver: app.productVer ?? appVer,
        notes,
        url,
        file_uri: uri,
        min_app_ver: null,
        signature: null,
      },
    );
  });
}

export interface Bundle {
  platform: repository.Platform;
  version: string;
  minAppVer: string;
  uri: string;
  signature: string;
  notes: string;
}

/**
 * Publishes a web bundle. The operator signed it elsewhere; the server has only the public key.
 * @throws ServiceError `update.bundle_key_missing`, `update.file_invalid`, `update.signature_invalid`,
 * `update.version_not_newer`.
 */
export async function publishBundle(
  context: ReleasesContext,
  { operator, at }: Publisher,
  { platform, version, minAppVer, uri, signature, notes }: Bundle,
): Promise<repository.PublishedRow> {
  const { bundleKey, objects } = context;
  if (!bundleKey) throw new ServiceError('update.bundle_key_missing');
  const objectKey = await requireArchiveEntry(context, uri, 'index.html');
  if (!(await isSignedBy(bundleKey, { objects, objectKey, signature })))
    throw new ServiceError('update.signature_invalid');
  return inTransaction(context.db, async (transaction) => {
    const latest = await lockLatest(transaction, { kind: 'bundle', platform });
    if (latest && compareVersionKeys(versionKey(version), latest.version_key) <= 0)
      throw createNotNewerError(latest.version);
    return insertAndRecord(
      transaction,
      { operator, at },
      {
        kind: 'bundle',
        platform,
        version,
        app_oid: `sealflow-${platform}`,
        app_name: '密件通',
        product_name: 'Sealflow',
        product_ver: version,
        notes,
        url: null,
        file_uri: uri,
        min_app_ver: minAppVer,
        signature,
      },
    );
  });
}

interface ReleaseQuery {
  kind: repository.ReleaseKind;
  platform: repository.Platform;
}

export function findLatest(
  { db }: ReleasesContext,
  { kind, platform }: ReleaseQuery,
): Promise<repository.PublishedRow | undefined> {
  // A bundle of `web` runs on every platform.
  const platforms = kind === 'bundle' ? [...new Set([platform, 'web'] as const)] : [platform];
  return repository.selectLatest(db, { kind, platforms });
}

/** @throws ServiceError `update.no_release`. */
export async function requireLatest(
  context: ReleasesContext,
  query: ReleaseQuery,
): Promise<repository.PublishedRow> {
  const latest = await findLatest(context, query);
  if (!latest) throw new ServiceError('update.no_release');
  return latest;
}

/** All releases, also withdrawn ones, the newest first. */
export function listReleases(
  { db }: ReleasesContext,
  query: Parameters<typeof repository.selectReleasesPage>[1],
): Promise<{ total: number; rows: repository.PublishedRow[] }> {
  return repository.selectReleasesPage(db, query);
}

/**
 * Withdraws a release; one that was withdrawn before is returned unchanged.
 * @throws ServiceError `update.release_not_found`.
 */
export async function withdrawRelease(
  { db }: ReleasesContext,
  { operator, at }: Publisher,
  id: string,
): Promise<repository.PublishedRow> {
  return inTransaction(db, async (transaction) => {
    if (await repository.markReleaseWithdrawn(transaction, id, at))
      await recordOperatorAct(transaction, { operator, at }, { act: 'release.withdrawn', subject: id });
    const row = await repository.selectRelease(transaction, id);
    if (!row) throw new ServiceError('update.release_not_found');
    return row;
  });
}

/** Asserts that a stored file is an archive with an entry. @returns the key of its object. */
async function requireArchiveEntry(
  { db, objects }: ReleasesContext,
  uri: string,
  entry: string,
): Promise<string> {
  const file = await repository.selectFile(db, uri);
  if (!file) throw new ServiceError('file.file_does_not_exist');
  const object = { key: file.object_key, size: file.size };
  if (!(await hasArchiveEntry(objects, object, entry))) throw new ServiceError('update.file_invalid');
  return file.object_key;
}

async function lockLatest(
  transaction: DatabaseTransaction,
  { kind, platform }: { kind: repository.ReleaseKind; platform: repository.Platform },
): Promise<repository.PublishedRow | undefined> {
  await repository.lockPublishing(transaction, { kind, platform });
  return repository.selectLatest(transaction, { kind, platforms: [platform] });
}

type GeneratedColumn = 'id' | 'version_key' | 'tid' | 'created_at' | 'updated_at' | 'withdrawn_at';

async function insertAndRecord(
  transaction: DatabaseTransaction,
  { operator, at }: Publisher,
  row: Omit<repository.ReleaseRow, GeneratedColumn>,
): Promise<repository.PublishedRow> {
  const file = row.file_uri === null ? undefined : await repository.lockFile(transaction, row.file_uri);
  if (row.file_uri !== null && !file) throw new ServiceError('file.file_does_not_exist');
  const inserted: repository.ReleaseRow = {
    ...row,
    id: randomUUID(),
    version_key: versionKey(row.version),
    tid: null,
    created_at: at,
    updated_at: at,
    withdrawn_at: null,
  };
  await repository.insertRelease(transaction, inserted);
  const sha256 = file?.sha256 ?? null;
  await recordOperatorAct(
    transaction,
    { operator, at },
    { act: 'release.published', subject: inserted.id, sha256 },
  );
  return { ...inserted, file_name: file?.name ?? null, size: file?.size ?? null, sha256 };
}

function recordOperatorAct(
  handle: DatabaseTransaction,
  { operator: { operatorID }, at }: Publisher,
  act: Parameters<typeof recordAct>[1],
): Promise<void> {
  return recordAct({ handle, actor: { kind: 'operator', tid: null, operatorID }, at }, act);
}

function createNotNewerError(latest: string): ServiceError {
  return new ServiceError('update.version_not_newer', { latest });
}

function versionKey(version: string): number[] {
  return version.split('.').map(Number);
}

function compareVersionKeys(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
