import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { es5Script, hashed } from '../browser-check/es5-script.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src/app/prerendered');
/** The output of the build for Node. */
const cache = join(root, '../../node_modules/.cache');

/** The parts that the first render loads: what every screen needs, and the other language. */
const loadedParts = /\/(?:after-start\.component\.tsx|en\/first\.ts)$/;

/** Excludes the code of the other screens, which the form does not load. */
const onlyLoadedParts = {
  name: 'only-loaded-parts',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    kind === 'dynamic-import' && !loadedParts.test(id) ? { id, external: true } : null,
};

/**
 * Renders the sign-in form with the components of the app. A process of its own: React's form for production depends on the
 * environment, and the app reads a page that exists only there.
 */
async function prerenderedForms() {
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'prerender-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [react(), onlyLoadedParts],
      build: { ssr: join(source, 'prerender.compose.tsx'), outDir, emptyOutDir: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
    });
    const print = `import('./prerender.compose.js').then(async ({ prerenderForms }) => {
      process.stdout.write(JSON.stringify(await prerenderForms()));
    })`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', print], {
      cwd: outDir,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return JSON.parse(stdout);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Adds the sign-in form to the document, as a template for each language, and a script that shows it before the app's script has
 * arrived. React takes the form over. The script precedes the app's: both are deferred and run in the order of the document.
 * @returns {import('vite').Plugin}
 */
export function prerenderedForm() {
  let forms;
  let script;
  return {
    name: 'prerendered-form',
    apply: 'build',
    async buildStart() {
      forms = await prerenderedForms();
      const content = await es5Script(join(source, 'prerendered-form.viewer.ts'));
      script = { fileName: hashed('prerendered-form.js', content), source: content };
    },
    generateBundle() {
      this.emitFile({ type: 'asset', ...script });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { defer: true, fetchpriority: 'high', src: `/${script.fileName}` },
          injectTo: 'head-prepend',
        },
        ...Object.entries(forms).map(([id, children]) => ({
          tag: 'template',
          attrs: { id },
          children,
          injectTo: 'body',
        })),
      ],
    },
  };
}
