import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStoreConfig } from '../config/files.schemas.ts';
import { openFolderStore } from './folder.adapter.ts';
import { StoreError } from './objects.errors.ts';
import type { ObjectStore } from './objects.port.ts';
import { openS3Store } from './s3.adapter.ts';

export { StoreError } from './objects.errors.ts';

/**
 * The store that the settings name: a bucket, or a folder in the data folder.
 * @throws StoreError where it cannot be used.
 */
export async function openObjectStore({
  objectStore,
  dataDir,
}: {
  objectStore: ObjectStoreConfig | undefined;
  dataDir: string;
}): Promise<ObjectStore> {
  if (objectStore === undefined) return openFolderStore(join(dataDir, 'objects'));
  const { secret, ...where } = objectStore;
  return openS3Store({ ...where, secretAccessKey: await secretOf(secret) });
}

async function secretOf(secret: ObjectStoreConfig['secret']): Promise<string> {
  if ('value' in secret) return secret.value;
  const text = await readFile(secret.file, 'utf8').catch((error: unknown) => {
    throw new StoreError('S3_SECRET_ACCESS_KEY_FILE: this file cannot be read', { cause: error });
  });
  return text.trim();
}
