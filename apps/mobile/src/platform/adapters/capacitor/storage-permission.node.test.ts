import { beforeEach, expect, it } from 'vitest';
import { emitToPage, installBridge, NativeError } from '../../../../testing/capacitor/bridge.ts';

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
] as const)(
  'maps the system permission %s to %s, and requests it by its own call',
  async (publicStorage, state) => {
    answer = publicStorage;
    const { calls, permission } = await start();
    expect(await permission.state()).toBe(state);
    expect(await permission.request()).toBe('granted');
    expect(calls.at(-1)).toMatchObject({ plugin: 'Filesystem', method: 'requestPermissions' });
  },
);

it.each([
  ['granted', 'granted'],
  ['denied', 'refused'],
] as const)('opens the settings after a permanent refusal, and reads %s on return', async (later, found) => {
  answer = 'denied';
  const { calls, permission } = await start();
  expect(await permission.state()).toBe('refused');
  const requested = permission.request();
  await expect.poll(() => calls.some(({ plugin }) => plugin === 'AppSettings')).toBe(true);
  answer = later;
  emitToPage('App', { event: 'resume', data: {} });
  expect(await requested).toBe(found);
  expect(calls.some(({ method }) => method === 'requestPermissions')).toBe(false);
});

it('rejects when the settings cannot be opened', async () => {
  answer = 'denied';
  hasSettings = false;
  const { permission } = await start();
  await expect(permission.request()).rejects.toThrow('unavailable');
});
