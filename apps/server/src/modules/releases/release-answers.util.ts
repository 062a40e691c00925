import type { Answer } from '@sealflow/contract';
import type { PublishedRow } from './releases.repository.ts';

/**
 * Creates the mappers from rows to the responses of the API. URLs are absolute, because a download client may not know
 * the base URL.
 */
export function createReleaseMappers(publicUrl: () => string) {
  const downloadUrl = ({ url, file_uri }: PublishedRow) =>
    url ?? `${publicUrl()}/api/v1/releases/files/${file_uri}`;

  const release = (row: PublishedRow): Answer<'POST /api/v1/admin/releases'> => ({
    id: row.id,
    tid: row.tid,
    createAt: row.created_at.getTime(),
    updateAt: row.updated_at.getTime(),
    appOID: row.app_oid,
    productName: row.product_name,
    productVer: row.product_ver,
    appName: row.app_name,
    appVer: row.version,
    notes: row.notes,
    attachments: [
      {
        name: row.file_name ?? row.app_name,
        uri: downloadUrl(row),
        ...(row.size === null ? {} : { size: row.size }),
        ...(row.sha256 === null ? {} : { sha256: row.sha256 }),
      },
    ],
  });

  const bundle = (row: PublishedRow): Answer<'POST /api/v1/admin/bundles'> => ({
    id: row.id,
    version: row.version,
    minAppVer: row.min_app_ver ?? '',
    uri: downloadUrl(row),
    sha256: row.sha256 ?? '',
    signature: row.signature ?? '',
  });

  const published = (row: PublishedRow): Answer<'GET /api/v1/admin/releases'>['data'][number] => ({
    id: row.id,
    kind: row.kind,
    platform: row.platform,
    version: row.version,
    minAppVer: row.min_app_ver,
    uri: downloadUrl(row),
    size: row.size,
    sha256: row.sha256,
    notes: row.notes,
    createAt: row.created_at.getTime(),
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  });

  return { release, bundle, published };
}
