import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, it, vi } from 'vitest';
import { browserCheck } from '../../apps/mobile/browser-check/plugin.mjs';
import { gzipBytes } from './bundled.ts';

const app = fileURLToPath(new URL('../../apps/mobile', import.meta.url));

/** Loaded until the password field accepts input, and right after it. */
const entries = ['index.html', 'src/app/after-start.component.tsx'];

type Output = Rolldown.RolldownOutput['output'][number];

function withImports(name: string, files: ReadonlyMap<string, Output>, found: Set<string>): void {
  const file = files.get(name);
  if (file === undefined || found.has(name)) return;
  found.add(name);
  if (file.type !== 'chunk') return;
  for (const next of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])])
    withImports(next, files, found);
}

it('loads the sign-in screen with at most 116 KiB of compressed script and style', {
  timeout: 120_000,
}, async () => {
  // The production build, because libraries have a larger form for tests.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('VITE_API_HOST', 'https://sealflow.example');
  // The service worker is excluded, because it loads after the first screen.
  const built = await build({
    root: app,
    mode: 'native',
    logLevel: 'error',
    plugins: [browserCheck()],
    build: { write: false },
  });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const files = new Map<string, Output>(output.map((file) => [file.fileName, file]));
  const wanted = new Set(entries.map((path) => `${app}/${path}`));
  const first = output.filter((file) => file.type === 'chunk' && wanted.has(file.facadeModuleId ?? ''));
  expect(first).toHaveLength(entries.length);
  const names = new Set<string>();
  for (const { fileName } of first) withImports(fileName, files, names);
  const check = output.find(({ fileName }) => /^assets\/browser-check-.*\.js$/.test(fileName));
  expect(check).toBeDefined();
  if (check) names.add(check.fileName);
  vi.unstubAllEnvs();
  const sizes = [...names].map((name) => {
    const file = files.get(name);
    return gzipBytes((file?.type === 'chunk' ? file.code : file?.source) ?? '');
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(116 * 1024);
});
