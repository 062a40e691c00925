import { describe, expect, it } from 'vitest';
import { platformContract } from '../../../../testing/platform/platform-contract.ts';
import { sqlContract } from '../../../../testing/platform/sql-contract.ts';
import { webRig } from '../../../../testing/web/rig.ts';
import { createKeyedStore } from './keyed-store.util.ts';
import { createWebSecrets } from './secrets.adapter.ts';
import { connectWebDatabase } from './sql.adapter.ts';

describe('web platform', () => {
  platformContract(webRig);
});

describe('web database in IndexedDB', () => {
  sqlContract(() => connectWebDatabase(`test-${Math.random()}.db`, { store: 'indexeddb' }));
});

describe('web secrets', () => {
  it('are encrypted in the store, and are reported as missing when their key is lost', async () => {
    const name = `secrets-${Math.random()}`;
    const store = createKeyedStore(name);
    const secrets = createWebSecrets(store);
    await secrets.set('token', 'plain-token');
    const record = await store.get<{ data: ArrayBuffer }>('secret.token');
    expect(new TextDecoder().decode(record?.data)).not.toContain('plain-token');
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('plain-token');
    await store.remove('secrets.key');
    expect(await secrets.get('token')).toBeNull();
  });

  it('cannot be decrypted under another name', async () => {
    const store = createKeyedStore(`secrets-${Math.random()}`);
    const secrets = createWebSecrets(store);
    await secrets.set('expire', '1');
    await store.put('secret.token', await store.get('secret.expire'));
    expect(await secrets.get('token')).toBeNull();
  });
});
