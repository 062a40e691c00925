import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStoreConfig } from '../config/files.schemas.ts';
import { openFolderStore } from './folder.adapter.ts';
import { StoreError } from './objects.errors.ts';
import type { ObjectStore } from './objects.port.ts';
import { openS3Store } from './s3.adapter.ts';

export { StoreError } from './objects.errors.ts';

/**
 * Opens the configured object store: a bucket, or a folder in the data folder.
 *
 * @param mayCreate - whether to create a missing folder. Commands pass false: for them a missing folder means a wrong DATA_DIR.
 * @throws StoreError if it cannot be used.
 */
export async function openObjectStore(
  { objectStore, dataDir }: { objectStore: ObjectStoreConfig | undefined; dataDir: string },
  { canCreate }: { canCreate: boolean },
): Promise<ObjectStore> {
  if (objectStore === undefined) {
    const folder = join(dataDir, 'objects');
    if (!canCreate && !existsSync(folder)) {
      throw new StoreError(
        `${folder} contains no stored files: set DATA_DIR or S3_URL as the service has them`,
      );
    }
    return openFolderStore(folder);
  }
  const { secret, ...location } = objectStore;
  return openS3Store({ ...location, secretAccessKey: await readSecret(secret) });
}

async function readSecret(secret: ObjectStoreConfig['secret']): Promise<string> {
  if ('value' in secret) return secret.value;
  const text = await readFile(secret.file, 'utf8').catch((error: unknown) => {
    throw new StoreError('S3_SECRET_ACCESS_KEY_FILE: the file cannot be read', { cause: error });
  });
  return text.trim();
}
