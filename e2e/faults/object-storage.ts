import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openFolderStore } from '../../apps/server/src/infra/objects/folder.adapter.ts';
import type { ObjectStore } from '../../apps/server/src/infra/objects/objects.port.ts';
import { openS3Store } from '../../apps/server/src/infra/objects/s3.adapter.ts';
import type { StoredObject } from './check-files.ts';
import type { Environment } from './environment.ts';

/** Opens the object store of the service without a proxy. */
export async function openObjects({
  storeKind,
  folder,
  store,
  objectSettings,
}: Environment): Promise<ObjectStore> {
  if (storeKind === 'folder') return openFolderStore(join(folder, 'objects'));
  return openS3Store({
    url: store?.url() ?? '',
    bucket: objectSettings['S3_BUCKET'] ?? '',
    region: objectSettings['S3_REGION'] ?? '',
    accessKeyID: objectSettings['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: objectSettings['S3_SECRET_ACCESS_KEY'] ?? '',
  });
}

/** Lists the stored objects from the file system. */
export function listObjects({ storeKind, folder, store }: Environment): string[] {
  const root = storeKind === 'folder' ? join(folder, 'objects') : join(store?.directory ?? '', 'sealflow');
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return [
    ...new Set(
      names.flatMap((name) => {
        if (name.startsWith('incoming') || !statSync(join(root, name)).isFile()) return [];
        const [, key] = /([^/]+?)(?:\._S3rver_\w+.*)?$/.exec(name) ?? [];
        return key === undefined || key.startsWith('.') ? [] : [key];
      }),
    ),
  ];
}

/** Ages the partial files that a crash left by two days. */
export function ageDrafts({ storeKind, folder }: Environment): () => string[] {
  const incoming = join(folder, 'objects', 'incoming');
  if (storeKind !== 'folder') return () => [];
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), old, old);
  return () => readdirSync(incoming);
}

export async function digestOf(objects: ObjectStore, key: string): Promise<StoredObject | undefined> {
  if ((await objects.size(key)) === undefined) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await objects.read(key)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { size, sha256: hash.digest('hex') };
}
