import { expect, it } from 'vitest';
import { installBridge } from './tests/bridge.ts';

it('keeps secrets on this device alone, by exactly these calls', async () => {
  const kept = new Map<string, string>();
  const calls = installBridge({
    SecureStorage: {
      internalSetItem: async ({ prefixedKey, data }: { prefixedKey: string; data: string }) => {
        kept.set(prefixedKey, data);
      },
      internalGetItem: async ({ prefixedKey }: { prefixedKey: string }) => ({
        data: kept.get(prefixedKey) ?? null,
      }),
      internalRemoveItem: async ({ prefixedKey }: { prefixedKey: string }) => ({
        success: kept.delete(prefixedKey),
      }),
    },
  });
  const { createCapacitorSecrets } = await import('./secrets.adapter.ts');
  const secrets = createCapacitorSecrets();
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
});
