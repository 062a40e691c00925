// What a library would load beside its script: a worker of its own, its WebAssembly and an atlas of the world, which
// only charts of countries need. A frame has no network: its worker is ours, and the rest is left out.
const replacements = [
  [/new Worker\(new URL\("\.\/native-parser-worker\.js", import\.meta\.url\)/g, 'new Worker("about:blank"'],
  [/new URL\("pptx_wasm_bg\.wasm", import\.meta\.url\)/g, 'undefined'],
  [/import\('\.\/region-map-atlas-\w+\.js'\)/g, 'Promise.reject(new Error("no atlas"))'],
];

/**
 * Makes one script of a viewer's library, for the frame and for its worker.
 * @returns {import('vite').Plugin}
 */
export function oneScript() {
  return {
    name: 'one-script',
    transform(code, id) {
      if (!/@extend-ai[\\/]react-pptx[\\/]dist/.test(id)) return undefined;
      return replacements.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code);
    },
  };
}
