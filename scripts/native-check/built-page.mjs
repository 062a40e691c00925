import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, nativeVariables } from '../build-native.mjs';
import { filesIn, modules } from './project.mjs';

export const name = "the shells' web build has its policy, no inline script and no service worker";

/** Where the checked build lies; the journey in the emulated WebView runs it afterwards. */
export const builtFolder = join(modules, '.cache', 'native-check', 'dist');

const unless = (holds, problem) => (holds ? [] : [problem]);

/** What the shell of iOS knows a type for (a module in an `.mjs` would not start), and data that is only read. */
const servedEnding = /\.(?:html|js|css|json|svg|png|wasm|ttf|woff2|pfb|bcmap|icc)$|\/LICENSE[^/]*$/;

/** Runs before any module, which a deferred or asynchronous script would not. */
const webViewCheck = '<script src="/assets/web-view-check.js"></script>';

/** What may stand nowhere in the page's policy; what must. */
const never = /unsafe-inline|'unsafe-eval'|\*|http:/;
const always = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  // What WebKit below Safari 15.5 takes workers from; without frame-src it would open frames, too.
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
    ...always.flatMap((part) => unless(policy.includes(part), `the policy has no ${part}`)),
    ...unless(!never.test(policy), `the policy lets too much in: ${never.exec(policy)?.[0]}`),
    ...unless(
      policy.includes(`connect-src 'self' ${host};`),
      'the policy names other hosts than the service',
    ),
    ...unless(!/<script(?![^>]*\ssrc=)/.test(page), 'the page has an inline script'),
    ...unless(
      page.indexOf(webViewCheck) >= 0 && page.indexOf(webViewCheck) < page.indexOf('<body'),
      'nothing finds out that the WebView is too old, or keeps the bridge from no frame',
    ),
    ...unless(!/<style|\sstyle="|\son[a-z]+="/.test(page), 'the page has inline styles or handlers'),
  ];
}

/**
 * @param {string} page - a built page of a viewer's frame.
 */
export function frameProblems(page) {
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
  return [
    ...unless(policy.startsWith("default-src 'none'; script-src 'sha256-"), 'it has no policy'),
    ...unless(
      policy.includes("worker-src blob:; child-src blob:; frame-src 'none';"),
      'its workers do not start in WebKit below Safari 15.5, or it may open frames',
    ),
  ];
}

/** Builds into a folder of its own: what the projects hold stays as it is. */
export function check() {
  const variables = nativeVariables('test');
  buildWeb({ variables, outDir: builtFolder });
  const built = (file) => join(builtFolder, file);
  const { environment } = JSON.parse(readFileSync(built('build.json'), 'utf8'));
  const frames = filesIn(builtFolder, '.html').filter((file) => file.includes('viewer-frame-'));
  return [
    ...pageProblems(readFileSync(built('index.html'), 'utf8'), variables.VITE_API_HOST),
    ...unless(environment === 'test', 'the build does not say of which environment it is'),
    ...['openjpeg', 'jbig2'].flatMap((decoder) =>
      unless(
        existsSync(built(`pdfjs/wasm/${decoder}_nowasm_fallback.js`)),
        `PDF has no ${decoder} where WebAssembly is refused`,
      ),
    ),
    ...unless(existsSync(built('web-view-too-old.html')), 'the page for old WebViews is missing'),
    ...unless(existsSync(built('assets/web-view-check.js')), 'the check of the WebView is missing'),
    ...filesIn(builtFolder, '')
      .filter((file) => !servedEnding.test(file))
      .map((file) => `iOS serves ${file} as bytes: its ending says no type that it knows`),
    // A service worker stands beside the page; everything else lies in folders.
    ...unless(!readdirSync(builtFolder).some((file) => file.endsWith('.js')), 'there is a service worker'),
    ...unless(frames.length > 0, 'the frames of the viewers are missing'),
    ...frames.flatMap((file) =>
      frameProblems(readFileSync(file, 'utf8')).map((problem) => `${file}: ${problem}`),
    ),
  ];
}
