import { text } from 'node:stream/consumers';
import { cacheCompiledCode } from '../infra/compile-cache.util.ts';

cacheCompiledCode();
const { runCommandLine } = await import('./command-line.usecases.ts');

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  // npm runs scripts in the repository folder and passes the caller's folder in INIT_CWD.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  input: () => text(process.stdin),
});
