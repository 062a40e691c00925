import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

/** Starts a program that ends at once. @returns what Node reports about its cache. */
function reportOf(program: string, args: readonly string[]): string {
  const { stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '..', program), ...args], {
    env: { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', PORT: 'none' },
    encoding: 'utf8',
    // A report has two lines for each of a thousand modules.
    maxBuffer: 32 * 1024 * 1024,
  });
  return stderr;
}

it.each([
  { program: 'main.ts', args: [], loaded: 'app/serve.compose.ts' },
  { program: 'cli/main.ts', args: ['--help'], loaded: 'cli/command-line.usecases.ts' },
])('$program starts with the compiled code of its last start', ({ program, args, loaded }) => {
  reportOf(program, args);
  const file = pathToFileURL(join(import.meta.dirname, '..', loaded)).href;
  expect(reportOf(program, args)).toContain(`V8 code cache for ESM ${file} was accepted`);
});
