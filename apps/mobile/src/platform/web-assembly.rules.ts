/** The part of a global scope that is looked at; some engines have none of it. */
export type WebAssemblyScope = {
  readonly WebAssembly?: {
    readonly Module?: new (bytes: Uint8Array<ArrayBuffer>) => object;
    readonly Instance?: new (module: never) => unknown;
  };
};

/** The smallest module: its magic number and its version. */
const emptyModule = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * Whether WebAssembly runs. Under a policy without 'wasm-unsafe-eval' Chromium and Firefox refuse to compile a module;
 * WebKit compiles it and refuses its instance.
 */
export function runsWebAssembly({ WebAssembly }: WebAssemblyScope): boolean {
  try {
    if (WebAssembly?.Module === undefined || WebAssembly.Instance === undefined) return false;
    return Boolean(new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(emptyModule)) as never));
  } catch {
    return false;
  }
}
