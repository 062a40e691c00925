// Files that a library would load besides its script: its own worker, its WebAssembly, which we pass to `libarchive`, and a
// world atlas, which only country charts need. A frame has no network: it uses our worker, and the rest is left out.
const replacements = [
  [/new Worker\(new URL\("\.\/native-parser-worker\.js", import\.meta\.url\)/g, 'new Worker("about:blank"'],
  [/new URL\("pptx_wasm_bg\.wasm", import\.meta\.url\)/g, 'undefined'],
  [/import\('\.\/region-map-atlas-\w+\.js'\)/g, 'Promise.reject(new Error("no atlas"))'],
  [/new URL\("libarchive\.wasm", import\.meta\.url\)/g, '{ href: "" }'],
];

/**
 * Makes a viewer's library a single script, for the frame and for its worker.
 * @returns {import('vite').Plugin}
 */
export function oneScript() {
  return {
    name: 'one-script',
    transform(code, id) {
      if (!/@extend-ai[\\/]react-pptx[\\/]dist|libarchive\.js[\\/]src/.test(id)) return undefined;
      return replacements.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code);
    },
  };
}
