import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Keeps the compiled code of all modules that are imported afterwards, so that the next start of a process takes half of the processor
 * time. The cache is in `node_modules`: who can write it can change the code itself. A read-only installation has none.
 */
export function cacheCompiledCode(): void {
  enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/sealflow'));
}
