import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { framePolicy } from '@sealflow/domain/frame-policy';
import { build } from 'vite';
import { oneScript } from './one-script.plugin.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const source = here('../src');

/** Every `<family>/<family>-frame.viewer.ts` becomes a separate page: a mail needs no spreadsheet's parser. */
const families = () =>
  readdirSync(source, { recursive: true })
    .map((path) => /^(\w+)[\\/]\1-frame\.viewer\.ts$/.exec(path)?.[1])
    .filter((family) => family !== undefined);

/** Replacements of Node modules that libraries bundle although browsers have the function. */
export const frameAliases = { 'iconv-lite': `${source}/mail/iconv.util.ts` };

/** The engine of exact pages loads its own script, which the app has verified, into its worker. */
const codeBlobs = (family) => (family === 'exact' ? ' blob:' : '');

const fileName = (family) => `viewer-frame-${family}.html`;

/** @returns {string | undefined} the family whose page has this path below the base of the server. */
function familyAt(path) {
  const family = /^viewer-frame-(\w+)\.html$/.exec(path)?.[1];
  return family && existsSync(`${source}/${family}/${family}-frame.viewer.ts`) ? family : undefined;
}

// The frame loads nothing from our host, so its script is inline, allowed by its hash.
const policy = (family, script) => {
  const hash = createHash('sha256').update(script).digest('base64');
  return framePolicy(`'sha256-${hash}' 'wasm-unsafe-eval'${codeBlobs(family)}`);
};

// A virtual module.
const entry = here('./entry.js');

/** The script of a page: what every frame does, with the family's own part. */
const entryOf = (family) => ({
  name: 'viewer-frame-entry',
  resolveId: (id) => (id === entry ? entry : undefined),
  load: (id) =>
    id === entry
      ? [
          `import ${JSON.stringify(`${source}/polyfills.ts`)};`,
          `import { startFrame } from ${JSON.stringify(`${source}/frame/frame-main.viewer.ts`)};`,
          `import { show } from ${JSON.stringify(`${source}/${family}/${family}-frame.viewer.ts`)};`,
          'startFrame(show);',
        ].join('\n')
      : undefined,
});

async function page(family, { target, plugins }) {
  const [output] = await build({
    root: here('..'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [entryOf(family), oneScript(), ...plugins(family)],
    worker: { plugins: () => [oneScript(), ...plugins(family)] },
    resolve: { alias: frameAliases },
    // Libraries have a larger development build.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target,
      minify: true,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      lib: { entry, formats: ['iife'], name: 'frame', fileName: 'frame' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [main, ...others] = output.output;
  if (others.length > 0) throw new Error(`${family} is more than one script: ${others[0].fileName}`);
  const script = main.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
  const html = await readFile(here('./viewer-frame.html'), 'utf8');
  return html
    .replace('%POLICY%', () => policy(family, script))
    .replace('<script src="frame.js">', () => `<script>${script}`);
}

async function answer({ response, html, next }) {
  try {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(await html);
  } catch (error) {
    next(error);
  }
}

/**
 * Pages in which third-party parsers run, each with its one script inline.
 * @param {{
 *   only?: readonly string[],
 *   plugins?: (family: string) => readonly import('vite').Plugin[],
 * }} [options] - families to build, all by default, and further plugins of the build of a family.
 * @returns {import('vite').Plugin}
 */
export function viewerFrame({ only, plugins = () => [] } = {}) {
  let target;
  return {
    name: 'viewer-frame',
    configResolved(config) {
      target = config.build.target;
    },
    configureServer(server) {
      const pages = new Map();
      server.watcher.on('change', () => pages.clear());
      server.middlewares.use((request, response, next) => {
        const { base } = server.config;
        const path = request.url?.split('?')[0] ?? '';
        const family = path.startsWith(base) ? familyAt(path.slice(base.length)) : undefined;
        if (family === undefined) return next();
        if (!pages.has(family)) pages.set(family, page(family, { target, plugins }));
        void answer({ response, html: pages.get(family), next });
      });
    },
    async generateBundle() {
      await Promise.all(
        (only ?? families()).map(async (family) =>
          this.emitFile({
            type: 'asset',
            fileName: fileName(family),
            source: await page(family, { target, plugins }),
          }),
        ),
      );
    },
  };
}
