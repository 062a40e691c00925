import { readFileSync } from 'node:fs';

const tooOld = new URL('./web-view-too-old.html', import.meta.url);
const check = new URL('./web-view-check.js', import.meta.url);
const checkFile = 'assets/web-view-check.js';
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * Files that the native shells read besides the app: the build's environment and push provider, so that no flavour
 * runs the build of another; and the page for a WebView that cannot run the app, with the check that redirects there.
 * @param {{ VITE_ENVIRONMENT?: string, VITE_APP_BUILD?: string, VITE_PUSH?: string }} env
 * @returns {import('vite').Plugin}
 */
export function shellFiles({
  VITE_ENVIRONMENT: environment = 'production',
  VITE_APP_BUILD: build = '0',
  VITE_PUSH: push,
}) {
  return {
    name: 'shell-files',
    apply: 'build',
    generateBundle() {
      const built = JSON.stringify({ environment, version: `${version}.${build}`, push: push || 'none' });
      this.emitFile({ type: 'asset', fileName: 'build.json', source: `${built}\n` });
      this.emitFile({ type: 'asset', fileName: 'web-view-too-old.html', source: readFileSync(tooOld) });
      this.emitFile({ type: 'asset', fileName: checkFile, source: readFileSync(check) });
    },
    // A classic script, so that it runs before the modules.
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${checkFile}` }, injectTo: 'head' }],
  };
}
