import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import wasm from '@journeyapps/wa-sqlite/dist/wa-sqlite.wasm?url';
import { afterEach, expect, it, vi } from 'vitest';
import { loadSqliteModule } from './sqlite-module.util.ts';

afterEach(() => vi.restoreAllMocks());

it('a line that breaks while the code comes is one failure and not a word, and the next try opens', async () => {
  const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
  // Nobody listens at this port.
  await expect(loadSqliteModule(createModule, 'http://localhost:9/wa-sqlite.wasm')).rejects.toThrow(
    TypeError,
  );
  expect(await loadSqliteModule(createModule, wasm)).toHaveProperty('ccall');
  for (const spy of said) expect(spy).not.toHaveBeenCalled();
});

it('what is no code is a failure too, and does not wait for ever', async () => {
  await expect(loadSqliteModule(createModule, import.meta.url)).rejects.toThrow(WebAssembly.CompileError);
});
