import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const fileName = 'viewer-frame.html';
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const entry = here('../src/features/preview/frame/frame-main.ts');

// The frame's origin is opaque: it loads nothing from our host, so its script stands in the page, named by its hash.
const policy = (script) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');

async function page(target) {
  const [output] = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'frame', fileName: 'frame' },
    },
  });
  const script = output.output[0].code.trim().replaceAll('</script', '<\\/script');
  const html = await readFile(here('./viewer-frame.html'), 'utf8');
  return html
    .replace('%POLICY%', () => policy(script))
    .replace('<script src="frame.js">', () => `<script>${script}`);
}

async function answer({ response, target, next }) {
  try {
    const html = await page(target);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html);
  } catch (error) {
    next(error);
  }
}

/**
 * The page in which third-party parsers run, with its one script inside.
 * @returns {import('vite').Plugin}
 */
export function viewerFrame() {
  let target;
  return {
    name: 'viewer-frame',
    configResolved(config) {
      target = config.build.target;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== `${server.config.base}${fileName}`) return next();
        void answer({ response, target, next });
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await page(target) });
    },
  };
}
