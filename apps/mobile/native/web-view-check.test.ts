import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const check = readFileSync(new URL('./web-view-check.js', import.meta.url), 'utf8');

type WebView = {
  readonly script: object;
  readonly supports: (property: string) => boolean;
  /** Runs in the page before the check. */
  readonly before: string;
  readonly androidBridge: object | undefined;
};

const recent: WebView = {
  script: { noModule: false },
  supports: (property) => property === 'inset',
  before: '',
  androidBridge: { postMessage: () => undefined, addEventListener: () => undefined },
};

/** The address that the check navigates to, or null if the page stays. */
function destination(given: Partial<WebView>): string | null {
  const { script, supports, before, androidBridge } = { ...recent, ...given };
  const gone: string[] = [];
  const window = androidBridge === undefined ? {} : { androidBridge };
  const page = {
    window,
    document: { createElement: () => script },
    CSS: { supports },
    location: { replace: (path: string) => gone.push(path) },
  };
  runInNewContext(`${before};\n${check}`, page);
  return gone[0] ?? null;
}

it('does not redirect a WebView with every required feature, or a WebView on iOS', () => {
  expect(destination({})).toBeNull();
  expect(destination({ androidBridge: undefined })).toBeNull();
});

it.each([
  ['no modules', { script: {} }],
  ['no inset (below Chromium 87)', { supports: () => false }],
  ['no replaceAll', { before: 'delete String.prototype.replaceAll' }],
  ['no Promise.any', { before: 'delete Promise.any' }],
  ['no CSS.supports', { before: 'delete globalThis.CSS' }],
  [
    'a bridge in every frame, to which Capacitor has given a listener',
    { androidBridge: { postMessage: () => undefined, onmessage: () => undefined } },
  ],
])('redirects to the page with update instructions when there is %s', (_name, given) => {
  expect(destination(given)).toBe('/web-view-too-old.html');
});

it('uses only syntax that Chromium 51, the WebView of the first Android 7, can parse', () => {
  expect(check).not.toMatch(/\basync\b|\bimport\b|\bexport\b|\?\.|\?\?|\.\.\.|catch \{/);
});
