import { resolve } from 'node:path';

/** Modules of the first screen that would load one after the other, because each is imported by the previous one. */
const wanted = ['src/platform/adapters/web/index.ts', 'src/features/auth/sign-in/sign-in.screen.tsx'];

function addWithImports(chunk, { bundle, found }) {
  if (found.has(chunk)) return;
  found.add(chunk);
  for (const name of chunk.imports) {
    if (bundle[name]?.type === 'chunk') addWithImports(bundle[name], { bundle, found });
  }
}

const link = (attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' });

/**
 * Adds preload links for the chunks of the first screen, so that all of them load in one round trip.
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
        const entries = new Set(wanted.map((path) => resolve(root, path)));
        const chunks = Object.values(bundle).filter(
          (output) => output.type === 'chunk' && entries.has(output.facadeModuleId ?? ''),
        );
        if (chunks.length < wanted.length) this.error('a module of the first screen has moved');
        const found = new Set();
        for (const chunk of chunks) addWithImports(chunk, { bundle, found });
        const isNew = (name) => !html.includes(name);
        const scripts = [...found].map(({ fileName }) => fileName).filter(isNew);
        const styles = [...found].flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? []));
        return [
          ...scripts.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          ...styles.filter(isNew).map((name) => link({ rel: 'preload', as: 'style', href: `/${name}` })),
        ];
      },
    },
  };
}
