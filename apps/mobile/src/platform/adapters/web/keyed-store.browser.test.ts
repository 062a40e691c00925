import { expect, it, onTestFinished, vi } from 'vitest';
import type { Device } from '../../ports/device-keys.port.ts';
import { createWebDeviceKeys } from './device-keys.adapter.ts';
import { createKeyedStore } from './keyed-store.util.ts';
import { createWebSecrets } from './secrets.adapter.ts';

const freshName = () => `keyed-${Math.random()}`;
const newKeys = (name: string) =>
  createWebDeviceKeys(createKeyedStore(name), () => ({ name: 'phone', platform: 'web' }));

/** Collects the connections that open after this call. */
function collectConnections(): IDBDatabase[] {
  const found: IDBDatabase[] = [];
  const factory: { open: (name: string, version?: number) => IDBOpenDBRequest } = IDBFactory.prototype;
  const { open } = factory;
  const spy = vi.spyOn(factory, 'open').mockImplementation(function opened(this: IDBFactory, ...args) {
    const request = open.apply(this, args);
    request.addEventListener('success', () => found.push(request.result));
    return request;
  });
  onTestFinished(() => spy.mockRestore());
  return found;
}

/** Changes a stored value through another connection. */
async function overwrite(name: string, key: string, change: (value: unknown) => unknown): Promise<void> {
  const store = createKeyedStore(name);
  await store.put(key, change(await store.get(key)));
}

it('reopens its store after the browser has closed the connection', async () => {
  const connections = collectConnections();
  const store = createKeyedStore(freshName());
  await store.put('key', 'before');
  for (const work of [
    async () => expect(await store.get('key')).toBe('before'),
    () => store.put('other', 1),
    async () => expect(await store.add('other', 2)).toBe(1),
    () => store.remove('other'),
  ]) {
    connections.at(-1)?.close();
    await work();
  }
  expect(connections).toHaveLength(5);
});

it('reopens its store after the close event of a connection', async () => {
  const connections = collectConnections();
  const store = createKeyedStore(freshName());
  await store.put('key', 1);
  connections[0]?.dispatchEvent(new Event('close'));
  expect(await store.get('key')).toBe(1);
  expect(connections).toHaveLength(2);
});

it('closes its connection when the store is deleted or upgraded elsewhere', async () => {
  const name = freshName();
  const store = createKeyedStore(name);
  await store.put('key', 1);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onblocked = reject;
  });
  expect(await store.get('key')).toBeUndefined();
});

it('reports unavailable storage when the store fails to open a second time', async () => {
  const store = createKeyedStore(freshName());
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw lost;
  });
  onTestFinished(() => spy.mockRestore());
  await expect(store.get('key')).rejects.toMatchObject({ code: 'storage.unavailable', cause: lost });
  expect(spy).toHaveBeenCalledTimes(2);
});

it.each<[string, (device: Device) => unknown]>([
  ['the whole value is missing', () => null],
  ['its keys are missing', (device) => ({ ...device, agreement: null, signing: null })],
  [
    'a private key is missing',
    (device) => ({ ...device, signing: { publicKey: device.signing.publicKey, privateKey: null } }),
  ],
])('treats a device with unusable keys as a new device: %s', async (_what, broken) => {
  const name = freshName();
  const former = await newKeys(name).ensure();
  await overwrite(name, 'device', (value) => broken(value as Device));
  const restored = newKeys(name);
  expect(await restored.current()).toBeNull();
  const renewed = await restored.ensure();
  expect(renewed.id).not.toBe(former.id);
  expect((await newKeys(name).current())?.id).toBe(renewed.id);
});

/** Fails like WebKit for a key that it cannot decrypt: the request, and by default its transaction. */
function failToOpen(key: string) {
  const store = IDBObjectStore.prototype as unknown as { get: (key: string) => IDBRequest };
  const { get } = store;
  const spy = vi.spyOn(store, 'get').mockImplementation(function read(
    this: IDBObjectStore,
    requests: string,
  ) {
    const request = get.call(this, requests);
    if (requests === key) {
      Object.defineProperty(request, 'error', { value: new DOMException('', 'DataCloneError') });
      request.addEventListener('success', (event) => {
        event.stopImmediatePropagation();
        const failure = new Event('error', { cancelable: true });
        request.onerror?.(failure);
        if (!failure.defaultPrevented) request.transaction?.abort();
      });
    }
    return request;
  });
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

it('creates a new key when the key of its secrets is unusable', async () => {
  const name = freshName();
  await createWebSecrets(createKeyedStore(name)).set('token', 'former');
  const opensAgain = failToOpen('secrets.key');
  const secrets = createWebSecrets(createKeyedStore(name));
  expect(await secrets.get('token')).toBeNull();
  await secrets.set('token', 'new');
  opensAgain();
  expect(await secrets.get('token')).toBe('new');
});
