import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import wasm from '@journeyapps/wa-sqlite/dist/wa-sqlite.wasm?url';
import { afterEach, expect, it, vi } from 'vitest';
import { loadSqliteModule } from './sqlite-module.util.ts';

afterEach(() => vi.restoreAllMocks());

it('a failed download of the module rejects once without console output, and a retry succeeds', async () => {
  const consoleSpies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
  // No server listens on this port.
  await expect(loadSqliteModule(createModule, 'http://localhost:9/wa-sqlite.wasm')).rejects.toThrow(
    TypeError,
  );
  expect(await loadSqliteModule(createModule, wasm)).toHaveProperty('ccall');
  for (const spy of consoleSpies) expect(spy).not.toHaveBeenCalled();
});

it('invalid module code rejects instead of waiting forever', async () => {
  await expect(loadSqliteModule(createModule, import.meta.url)).rejects.toThrow(WebAssembly.CompileError);
});
