import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitToPage, installBridge } from '../../../../testing/capacitor/bridge.ts';
import { nativeFilesystem } from '../../../../testing/capacitor/native-filesystem.ts';
import { nativeOutside } from '../../../../testing/capacitor/native-outside.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  // A restart registers the plugins again in this process, and Capacitor logs a warning about it.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function start() {
  const filesystem = nativeFilesystem();
  installBridge({ Filesystem: filesystem, App: {}, ...nativeOutside().plugins });
  const { createCapacitorFiles } = await import('./files.adapter.ts');
  const { exportLifetimeMs } = await import('./external-apps.adapter.ts');
  const files = createCapacitorFiles();
  await files.write('a1/f', new Uint8Array([1]));
  const copies = async () => {
    const found = await filesystem.readdir({ path: 'handed' }).catch(() => ({ files: [] }));
    return found.files.map(({ name }) => name);
  };
  return { files, copies, handedLifetimeMs: exportLifetimeMs };
}

it('deletes a copy for another app after its lifetime, and not before', async () => {
  const { files, copies, handedLifetimeMs } = await start();
  await files.openInOtherApp('a1/f', 'a.pdf', 'application/pdf');
  await vi.advanceTimersByTimeAsync(handedLifetimeMs - 1);
  expect(await copies()).toEqual(['a.pdf']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await copies()).toEqual([]);
});

it.each(['pause', 'resume'])('deletes an expired copy on %s when the timer was suspended', async (event) => {
  const { files, copies, handedLifetimeMs } = await start();
  await files.share('a1/f', 'a.pdf');
  emitToPage('App', { event, data: {} });
  await vi.advanceTimersByTimeAsync(0);
  expect(await copies()).toEqual(['a.pdf']);
  vi.setSystemTime(Date.now() + handedLifetimeMs);
  emitToPage('App', { event, data: {} });
  await vi.advanceTimersByTimeAsync(0);
  expect(await copies()).toEqual([]);
});

it('gives each copy its whole lifetime, independent of earlier copies', async () => {
  const { files, copies, handedLifetimeMs } = await start();
  await files.openInOtherApp('a1/f', 'a.pdf', 'application/pdf');
  await vi.advanceTimersByTimeAsync(handedLifetimeMs / 2);
  await files.openInOtherApp('a1/f', 'b.pdf', 'application/pdf');
  await vi.advanceTimersByTimeAsync(handedLifetimeMs / 2);
  expect(await copies()).toEqual(['b.pdf']);
});

it('deletes the copies with the files of their account', async () => {
  const { files, copies } = await start();
  await files.openInOtherApp('a1/f', 'a.pdf', 'application/pdf');
  await files.remove('a1');
  expect(await copies()).toEqual([]);
});
