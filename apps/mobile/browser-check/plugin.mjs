import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { es5Script, hashed } from './es5-script.mjs';

const source = fileURLToPath(new URL('../src/app/browser-check/', import.meta.url));

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
      const script = await es5Script(`${source}browser-check.ts`);
      const page = await es5Script(`${source}unsupported-browser.viewer.ts`);
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
