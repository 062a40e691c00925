/**
 * The page's policy in the shells, where no server says it: as the service says it in the browser
 * (`apps/server/src/infra/http/security.adapter.ts`), with the origins that this build calls.
 */
const directives = (called) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  // WebKit below Safari 15.5 knows no worker-src and takes workers from here.
  'child-src': ["'self'"],
  'connect-src': ["'self'", ...called],
  'img-src': ["'self'", 'data:'],
  // The last is the scheme that the shell of iOS answers media elements by (`MediaSchemeHandler.swift`).
  'media-src': ["'self'", 'blob:', 'sealflow-media:'],
  'font-src': ["'self'", 'data:'],
  'style-src': ["'self'"],
  'frame-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
});

const policyOf = (called) =>
  Object.entries(directives(called))
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/**
 * Writes the policy into the page as its first element. A WebView without scripts at the document's start gets the bridge
 * from Capacitor as an inline script right after `<head>`: it stands before the policy then, and nothing after it may.
 * @param {{ called: readonly string[] }} options - origins that the page may call beside its own.
 * @returns {import('vite').Plugin}
 */
export function contentPolicy({ called }) {
  return {
    name: 'content-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(called) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
