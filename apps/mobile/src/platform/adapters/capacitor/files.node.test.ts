import type { AppendFileOptions } from '@capacitor/filesystem';
import { describe, expect, it } from 'vitest';
import { emitToPage, installBridge, NativeError } from '../../../../testing/capacitor/bridge.ts';
import { nativeFilesystem } from '../../../../testing/capacitor/native-filesystem.ts';
import { filesContract } from '../../../../testing/platform/files-contract.ts';

// Capacitor uses only the plugins of the first bridge.
const unlocked = { state: async () => ({ isAvailable: true }) };

async function start() {
  const calls = installBridge({ Filesystem: nativeFilesystem(), DataProtection: unlocked });
  const { createCapacitorFiles } = await import('./files.adapter.ts');
  return { calls, files: createCapacitorFiles() };
}

describe('native files', () => {
  filesContract(async () => (await start()).files);

  it('make exactly these calls', async () => {
    const { calls, files } = await start();
    await files.appendChunk('a1/edsFiles/f', new Uint8Array([1, 2, 3]));
    await files.appendChunk('a1/edsFiles/f', new Uint8Array([4]));
    await files.readChunk('a1/edsFiles/f', 1, 2);
    await files.remove('a1');
    const at = (path: string) => ({ path, directory: 'LIBRARY_NO_CLOUD' });
    const plugin = 'Filesystem';
    expect(calls).toEqual([
      { plugin, method: 'appendFile', options: { ...at('a1/edsFiles/f'), data: 'AQID' } },
      { plugin, method: 'writeFile', options: { ...at('a1/edsFiles/f'), data: 'AQID', recursive: true } },
      { plugin, method: 'appendFile', options: { ...at('a1/edsFiles/f'), data: 'BA==' } },
      { plugin, method: 'readFile', options: { ...at('a1/edsFiles/f'), offset: 1, length: 2 } },
      { plugin, method: 'stat', options: at('a1') },
      { plugin, method: 'rmdir', options: { ...at('a1'), recursive: true } },
      { plugin, method: 'rmdir', options: { path: 'handed', directory: 'CACHE', recursive: true } },
    ]);
  });

  it('waits while the phone is locked, and reports the lock after the limit', async () => {
    let isAvailable = false;
    let requests = 0;
    const filesystem = nativeFilesystem();
    const Filesystem = {
      ...filesystem,
      appendFile: async (options: AppendFileOptions) => {
        if (!isAvailable) throw new NativeError('OS-PLUG-FILE-0013');
        return filesystem.appendFile(options);
      },
    };
    const state = async () => {
      requests += 1;
      return { isAvailable };
    };
    installBridge({ Filesystem, DataProtection: { state } }, 'ios');
    const { createCapacitorFiles } = await import('./files.adapter.ts');
    const files = createCapacitorFiles();
    await files.write('a1/f', new Uint8Array([1]));
    const writing = files.appendChunk('a1/f', new Uint8Array([2])).catch((error: unknown) => error);
    await expect.poll(() => requests).toBe(1);
    isAvailable = true;
    emitToPage('DataProtection', { event: 'available', data: {} });
    expect(await writing).toMatchObject({ code: 'storage.locked' });
    await files.appendChunk('a1/f', new Uint8Array([2]));
    expect(await files.readChunk('a1/f', 0, 9)).toEqual(new Uint8Array([1, 2]));
  });

  it('exports a copy into the documents folder of the user', async () => {
    const { calls, files } = await start();
    await files.write('a1/f', new Uint8Array([1]));
    expect(await files.exportCopy('a1/f', '报价/单.pdf')).toBe('saved');
    expect(calls.at(-1)).toMatchObject({
      method: 'copy',
      options: { from: 'a1/f', to: '报价_单.pdf', toDirectory: 'DOCUMENTS' },
    });
  });

  it('exports bytes into the documents folder without a file in the app storage', async () => {
    const { calls, files } = await start();
    expect(await files.exportBytes(new Uint8Array([104, 105]), '我/的.json')).toBe('saved');
    expect(calls).toEqual([
      expect.objectContaining({
        method: 'writeFile',
        options: { path: '我_的.json', directory: 'DOCUMENTS', data: 'aGk=', recursive: true },
      }),
    ]);
  });
});
