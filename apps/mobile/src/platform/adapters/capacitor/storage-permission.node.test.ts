import { beforeEach, expect, it } from 'vitest';
import { installBridge, NativeError, tellPage } from '../../../../testing/capacitor/bridge.ts';

let answer = 'prompt';
let hasSettings = true;

async function start() {
  const calls = installBridge({
    Filesystem: {
      checkPermissions: async () => ({ publicStorage: answer }),
      requestPermissions: async () => ({ publicStorage: 'granted' }),
    },
    App: { getInfo: async () => ({}) },
    AppSettings: {
      open: async () => {
        if (!hasSettings) throw new NativeError('unavailable');
      },
    },
  });
  const { createCapacitorStoragePermission } = await import('./storage-permission.adapter.ts');
  return { calls, permission: createCapacitorStoragePermission() };
}

beforeEach(() => {
  hasSettings = true;
});

it.each([
  ['granted', 'granted'],
  ['prompt', 'prompt'],
  ['prompt-with-rationale', 'refused'],
] as const)("reads the system's %s as %s, and asks by its own call", async (publicStorage, state) => {
  answer = publicStorage;
  const { calls, permission } = await start();
  expect(await permission.state()).toBe(state);
  expect(await permission.request()).toBe('granted');
  expect(calls.at(-1)).toMatchObject({ plugin: 'Filesystem', method: 'requestPermissions' });
});

it.each([
  ['granted', 'granted'],
  ['denied', 'refused'],
] as const)(
  'leads to the settings after a final no, and finds it %s when the person is back',
  async (later, found) => {
    answer = 'denied';
    const { calls, permission } = await start();
    expect(await permission.state()).toBe('refused');
    const asked = permission.request();
    await expect.poll(() => calls.some(({ plugin }) => plugin === 'AppSettings')).toBe(true);
    answer = later;
    tellPage('App', { event: 'resume', data: {} });
    expect(await asked).toBe(found);
    expect(calls.some(({ method }) => method === 'requestPermissions')).toBe(false);
  },
);

it('fails where there are no settings to lead to', async () => {
  answer = 'denied';
  hasSettings = false;
  const { permission } = await start();
  await expect(permission.request()).rejects.toThrow('unavailable');
});
