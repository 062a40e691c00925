import { resolve } from 'node:path';

/** Modules that the first screen asks for one after the other, each known only when the one before has come. */
const wanted = ['src/platform/adapters/web/index.ts', 'src/features/auth/sign-in.screen.tsx'];

function withImports(chunk, bundle, found = new Set()) {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports)
    if (bundle[name]?.type === 'chunk') withImports(bundle[name], bundle, found);
  return found;
}

/**
 * Names in the page what the first screen needs beyond the first chunk, so that all of it comes in one round trip.
 * @returns {import('vite').Plugin}
 */
export function preloadFirstScreen() {
  let root;
  return {
    name: 'preload-first-screen',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entries = wanted.map((path) => resolve(root, path));
        const chunks = Object.values(bundle).filter(
          (output) => output.type === 'chunk' && entries.includes(output.facadeModuleId ?? ''),
        );
        if (chunks.length < wanted.length) this.error('a module of the first screen has moved');
        const names = new Set(chunks.flatMap((chunk) => [...withImports(chunk, bundle)]));
        const styles = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        const isNew = (name) => !html.includes(name);
        return [
          ...[...names].filter(isNew).map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          })),
          ...styles.filter(isNew).map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          })),
        ];
      },
    },
  };
}
