import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { build } from 'vite';

const source = fileURLToPath(new URL('../src/app/browser-check/', import.meta.url));

/** Vite lowers to ES2015 at most; a browser below the minimum may support ES5 only. */
async function es5Script(entry) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2015',
      lib: { entry: `${source}${entry}`, formats: ['iife'], name: 'check', fileName: 'check' },
    },
  });
  const { code } = await transform(output[0].code, {
    isModule: false,
    minify: true,
    jsc: {
      parser: { syntax: 'ecmascript' },
      target: 'es5',
      minify: { compress: true, mangle: true },
      // ES5 has no iterators and no symbols.
      assumptions: { iterableIsArray: true },
    },
  });
  return code;
}

const hashed = (name, content) => {
  const [, subject, ending] = /^(.*)\.(\w+)$/.exec(name);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return `assets/${subject}-${hash}.${ending}`;
};

/**
 * Adds a separate script before the app's: it runs in browsers of any age and, instead of an empty page, loads a
 * script that shows which features a browser lacks. A deferred script runs in document order, so before the app's module.
 * @returns {import('vite').Plugin}
 */
export function browserCheck() {
  let files;
  return {
    name: 'browser-check',
    apply: 'build',
    async buildStart() {
      const script = await es5Script('browser-check.ts');
      const page = await es5Script('unsupported-browser.viewer.ts');
      const style = await readFile(`${source}unsupported-browser.css`, 'utf8');
      files = {
        script: { fileName: hashed('browser-check.js', script), source: script },
        page: { fileName: hashed('unsupported-browser.js', page), source: page },
        style: { fileName: hashed('unsupported-browser.css', style), source: style },
      };
    },
    generateBundle() {
      for (const file of Object.values(files)) this.emitFile({ type: 'asset', ...file });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: {
            id: 'browser-check',
            defer: true,
            fetchpriority: 'high',
            src: `/${files.script.fileName}`,
            'data-page': `/${files.page.fileName}`,
            'data-style': `/${files.style.fileName}`,
          },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
