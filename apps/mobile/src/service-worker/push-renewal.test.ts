import { afterEach, expect, it, vi } from 'vitest';
import type { KeyedStore } from '../platform/adapters/web/keyed-store.util.ts';
import { createWebSecrets } from '../platform/adapters/web/secrets.adapter.ts';
import { sealedTextPrefix } from '../platform/app-lock/sealed-text.util.ts';
import { pushRecordKey } from '../platform/push/push-messages.rules.ts';
import { renewSubscription } from './push-renewal.usecases.ts';

afterEach(() => vi.unstubAllGlobals());

/** The requests to the service after the browser has ended its subscription. */
async function renewed(token: string): Promise<(string | null)[]> {
  const values = new Map<string, unknown>([
    [pushRecordKey, { accountId: 'a1', deviceId: 'd1', language: 'zh' }],
  ]);
  const store: KeyedStore = {
    get: async <T>(key: string) => values.get(key) as T | undefined,
    put: async (key, value) => void values.set(key, value),
    add: async (key, value) => {
      values.set(key, value);
      return value;
    },
    remove: async (key) => void values.delete(key),
  };
  await createWebSecrets(store).set('token', token);
  const requests: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    requests.push(new Headers(headers).get('Authorization'));
    return new Response(null, { status: 204 });
  });
  const pushManager = { subscribe: async () => ({ endpoint: 'https://push.example/1' }) };
  const worker = { registration: { pushManager } } as unknown as ServiceWorkerGlobalScope;
  const oldSubscription = { options: { applicationServerKey: new ArrayBuffer(65) } } as PushSubscription;
  await renewSubscription({ worker, store, oldSubscription });
  return requests;
}

it('sends the new subscription to the service', async () => {
  expect(await renewed('token-1')).toEqual(['Bearer token-1']);
});

it('sends nothing while the token is sealed by the app lock', async () => {
  expect(await renewed(`${sealedTextPrefix}{"iv":"","data":""}`)).toEqual([]);
});
