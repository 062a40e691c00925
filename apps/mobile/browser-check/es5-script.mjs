import { createHash } from 'node:crypto';
import { transform } from '@swc/core';
import { build } from 'vite';

/**
 * Bundles a classic script that parses in browsers of any age. Vite lowers to ES2015 at most; a browser below the minimum may
 * support ES5 only.
 * @param {string} entry The path of the entry.
 */
export async function es5Script(entry) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2015',
      lib: { entry, formats: ['iife'], name: 'check', fileName: 'check' },
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

/** The name of a built file with the hash of its content. */
export const hashed = (name, content) => {
  const [, subject, ending] = /^(.*)\.(\w+)$/.exec(name);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return `assets/${subject}-${hash}.${ending}`;
};
