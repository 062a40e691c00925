import { describe, expect, it } from 'vitest';
import { filesContract } from '../../tests/files-contract.ts';
import { smallPortsContract } from '../../tests/small-ports-contract.ts';
import { sqlContract } from '../../tests/sql-contract.ts';
import { createWebFiles } from './files.adapter.ts';
import { createWebPlatform } from './index.ts';
import { createKeyedStore } from './keyed-store.adapter.ts';
import { createWebSecrets } from './secrets.adapter.ts';
import { connectWebDatabase } from './sql.adapter.ts';

async function emptyFiles() {
  const files = createWebFiles();
  for (const account of ['a1', 'a2']) await files.remove(account);
  return files;
}

let databases = 0;
const freshName = () => {
  databases += 1;
  return `test-${databases}-${Math.random()}.db`;
};

describe('web files', () => {
  filesContract(emptyFiles);
});
describe('web database in the private file system', () => {
  sqlContract(() => connectWebDatabase(freshName()));
});
describe('web database in IndexedDB', () => {
  sqlContract(() => connectWebDatabase(freshName(), 'indexeddb'));
});
describe('web ports', () => {
  smallPortsContract(async () => createWebPlatform());
});

describe('web secrets', () => {
  it('lie unreadable in the store, and read as missing when their key is gone', async () => {
    const name = `secrets-${Math.random()}`;
    const store = createKeyedStore(name);
    const secrets = createWebSecrets(store);
    await secrets.set('token', 'plain-token');
    const lying = await store.get<{ data: ArrayBuffer }>('secret.token');
    expect(new TextDecoder().decode(lying?.data)).not.toContain('plain-token');
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('plain-token');
    await store.remove('secrets.key');
    expect(await secrets.get('token')).toBeNull();
  });

  it('cannot be moved to another name', async () => {
    const store = createKeyedStore(`secrets-${Math.random()}`);
    const secrets = createWebSecrets(store);
    await secrets.set('expire', '1');
    await store.put('secret.token', await store.get('secret.expire'));
    expect(await secrets.get('token')).toBeNull();
  });
});
