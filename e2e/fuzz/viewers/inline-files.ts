import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Loads files as data URLs, as the bundler does for imports with `?url&inline`. */
export function loadInlineFiles(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith('?url&inline')) return nextLoad(url, context);
      const bytes = readFileSync(fileURLToPath(url.split('?')[0] ?? ''));
      const source = `export default ${JSON.stringify(`data:;base64,${bytes.toString('base64')}`)};`;
      return { format: 'module', source, shortCircuit: true };
    },
  });
}
