// Builds the web app for the native shells and checks the built pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, nativeVariables } from '../build-native.mjs';
import { filesIn, nodeModules, problemUnless } from './project.mjs';

export const name =
  'the web app of the native shells has a content security policy, no inline script and no service worker';

/** The folder of the checked build. The journey in the emulated WebView uses the build afterwards. */
export const builtFolder = join(nodeModules, '.cache', 'native-check', 'dist');

/**
 * Files that the iOS shell serves correctly: it knows their content type, or the app reads only their bytes. A module with the ending
 * `.mjs` would not start.
 */
const servedFiles = /\.(?:html|js|css|json|svg|png|wasm|ttf|woff2|pfb|bcmap|icc)$|\/LICENSE[^/]*$/;

/** This script runs before any module, because it is neither deferred nor asynchronous. */
const webViewCheck = '<script src="/assets/web-view-check.js"></script>';

/** Values that the policy of the page must not contain. */
const forbiddenValues = /unsafe-inline|'unsafe-eval'|\*|http:/;
/** Directives that the policy of the page must contain. */
const requiredDirectives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  // WebKit before Safari 15.5 uses child-src for workers and, without frame-src, also for frames.
  "child-src 'self'",
  "frame-src 'self'",
  "media-src 'self' blob: sealflow-media:",
  "object-src 'none'",
  "base-uri 'none'",
];

/**
 * @param {string} page - the built index.html.
 * @param {string} host - the service's origin.
 */
export function pageProblems(page, host) {
  const head = /<head>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page);
  if (head === null) return ['the policy is not the first element of the page'];
  const policy = head[1].replaceAll('&#39;', "'");
  return [
    ...requiredDirectives.flatMap((part) =>
      problemUnless(policy.includes(part), `the policy has no ${part}`),
    ),
    ...problemUnless(
      !forbiddenValues.test(policy),
      `the policy contains ${forbiddenValues.exec(policy)?.[0]}`,
    ),
    ...problemUnless(
      policy.includes(`connect-src 'self' ${host};`),
      'connect-src of the policy does not contain exactly the host of the service',
    ),
    ...problemUnless(!/<script(?![^>]*\ssrc=)/.test(page), 'the page has an inline script'),
    ...problemUnless(
      page.indexOf(webViewCheck) >= 0 && page.indexOf(webViewCheck) < page.indexOf('<body'),
      'the script web-view-check.js does not run first: it detects WebViews that are too old and hides the bridge from frames',
    ),
    ...problemUnless(!/<style|\sstyle="|\son[a-z]+="/.test(page), 'the page has inline styles or handlers'),
  ];
}

/**
 * @param {string} page - a built page of a viewer's frame.
 */
export function frameProblems(page) {
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
  return [
    ...problemUnless(
      policy.startsWith("default-src 'none'; script-src 'sha256-"),
      'the frame has no content security policy',
    ),
    ...problemUnless(
      policy.includes("worker-src blob:; child-src blob:; frame-src 'none';"),
      'workers of the frame do not start in WebKit before Safari 15.5, or it can open frames',
    ),
  ];
}

/** Builds into a separate folder, so that the native projects stay unchanged. */
export function check() {
  const variables = nativeVariables('test');
  buildWeb({ variables, outDir: builtFolder });
  const built = (file) => join(builtFolder, file);
  const { environment } = JSON.parse(readFileSync(built('build.json'), 'utf8'));
  const frames = filesIn(builtFolder, '.html').filter((file) => file.includes('viewer-frame-'));
  return [
    ...pageProblems(readFileSync(built('index.html'), 'utf8'), variables.VITE_API_HOST),
    ...problemUnless(environment === 'test', 'build.json does not contain the environment'),
    ...['openjpeg', 'jbig2'].flatMap((decoder) =>
      problemUnless(
        existsSync(built(`pdfjs/wasm/${decoder}_nowasm_fallback.js`)),
        `the fallback of ${decoder} for engines without WebAssembly is missing`,
      ),
    ),
    ...problemUnless(existsSync(built('web-view-too-old.html')), 'the page for old WebViews is missing'),
    ...problemUnless(existsSync(built('assets/web-view-check.js')), 'web-view-check.js is missing'),
    ...filesIn(builtFolder, '')
      .filter((file) => !servedFiles.test(file))
      .map(
        (file) =>
          `iOS serves ${file} without a content type, because it does not know the file name extension`,
      ),
    // A service worker would be next to the page. All other scripts are in folders.
    ...problemUnless(
      !readdirSync(builtFolder).some((file) => file.endsWith('.js')),
      'the build contains a service worker',
    ),
    ...problemUnless(frames.length > 0, 'the frames of the viewers are missing'),
    ...frames.flatMap((file) =>
      frameProblems(readFileSync(file, 'utf8')).map((problem) => `${file}: ${problem}`),
    ),
  ];
}
