/**
 * The page's content security policy in the native shells, where no server sends it. It equals the service's policy
 * (`apps/server/src/infra/http/security-headers.middleware.ts`), with the origins that this build calls.
 */
const directives = (called) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  // WebKit below Safari 15.5 ignores worker-src and applies child-src to workers.
  'child-src': ["'self'"],
  'connect-src': ["'self'", ...called],
  'img-src': ["'self'", 'data:'],
  // `sealflow-media:` is the scheme by which the iOS shell serves media elements (`MediaSchemeHandler.swift`).
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
 * Writes the policy into the page as the first element. A WebView without document-start scripts gets the Capacitor
 * bridge as an inline script right after `<head>`: that script precedes the policy, and no inline script after the
 * policy may run.
 * @param {{ called: readonly string[] }} options - origins that the page may call besides its own.
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
