import { expect, it } from 'vitest';
import { installBridge, type PhoneStyle } from '../../../../testing/capacitor/bridge.ts';
import { nativeSecrets } from '../../../../testing/capacitor/native-secrets.ts';
import { createPageKeyedStore } from '../web/fallback-keyed-store.util.ts';

async function start(style: PhoneStyle = 'android', store = createPageKeyedStore()) {
  const native = nativeSecrets();
  const calls = installBridge({ SecureStorage: native.plugin, Keychain: native.keychain }, style);
  const { createCapacitorSecrets } = await import('./secrets.adapter.ts');
  return { calls, native, secrets: createCapacitorSecrets(store), open: () => createCapacitorSecrets(store) };
}

it('stores secrets on this device only, by exactly these calls', async () => {
  const { calls, secrets } = await start();
  await secrets.set('token', '令牌');
  expect(await secrets.get('token')).toBe('令牌');
  await secrets.remove('token');
  expect(await secrets.get('token')).toBeNull();
  expect(calls.map(({ method }) => method)).toEqual([
    'internalSetItem',
    'internalGetItem',
    'internalRemoveItem',
    'internalGetItem',
  ]);
  // 1 is the keychain's `whenUnlockedThisDeviceOnly`.
  expect(calls[0]?.options).toMatchObject({ sync: false, access: 1 });
  expect(calls.every(({ options }) => (options as { sync?: boolean }).sync === false)).toBe(true);
});

it.each(['android', 'ios'] as const)(
  'reads a secret on %s as missing when no key decrypts it',
  async (style) => {
    const { native, secrets } = await start(style);
    await secrets.set('token', '令牌');
    native.loseKeys();
    expect(await secrets.get('token')).toBeNull();
    await secrets.set('token', 'new');
    expect(await secrets.get('token')).toBe('new');
  },
);

it('ignores iOS keychain entries of an earlier installation, and reads its own entries', async () => {
  const { native, secrets, open } = await start('ios');
  native.leave('token', '旧令牌');
  expect(await secrets.get('token')).toBeNull();
  await secrets.set('token', '令牌');
  expect(await open().get('token')).toBe('令牌');
});

it('keeps the entries when the store cannot tell which installation they belong to', async () => {
  const broken = { ...createPageKeyedStore(), get: () => Promise.reject(new Error('no store')) };
  const { native, secrets } = await start('ios', broken);
  native.leave('token', '令牌');
  expect(await secrets.get('token')).toBe('令牌');
});

it('reports a locked phone as locked, and never as an empty store', async () => {
  const { native, secrets } = await start('ios');
  await secrets.set('token', '令牌');
  native.lock(true);
  await expect(secrets.get('token')).rejects.toMatchObject({ code: 'storage.locked' });
  await expect(secrets.get('session')).rejects.toMatchObject({ code: 'storage.locked' });
  native.lock(false);
  expect(await secrets.get('token')).toBe('令牌');
  expect(await secrets.get('session')).toBeNull();
});

it('reads again after the phone was unlocked in the meantime', async () => {
  const { native, secrets } = await start('ios');
  await secrets.set('token', '令牌');
  native.lock(true);
  const { status } = native.keychain;
  native.keychain.status = (requests) => {
    native.lock(false);
    return status(requests);
  };
  expect(await secrets.get('token')).toBe('令牌');
});
