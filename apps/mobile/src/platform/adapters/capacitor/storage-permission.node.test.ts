import { expect, it } from 'vitest';
import { installBridge } from './tests/bridge.ts';

it.each([
  ['granted', 'granted'],
  ['prompt', 'prompt'],
  ['prompt-with-rationale', 'refused'],
  ['denied', 'refused'],
] as const)("reads the system's %s as %s, and asks by its own call", async (publicStorage, state) => {
  const calls = installBridge({
    Filesystem: {
      checkPermissions: async () => ({ publicStorage }),
      requestPermissions: async () => ({ publicStorage: 'granted' }),
    },
  });
  const { createCapacitorStoragePermission } = await import('./storage-permission.adapter.ts');
  const permission = createCapacitorStoragePermission();
  expect(await permission.state()).toBe(state);
  expect(await permission.request()).toBe('granted');
  expect(calls.map(({ method }) => method)).toEqual(['checkPermissions', 'requestPermissions']);
});
