/** The part of a global scope that is looked at; some engines have none of it. */
export type WebAssemblyScope = {
  readonly WebAssembly?: { readonly Module?: new (bytes: Uint8Array<ArrayBuffer>) => unknown };
};

/** The smallest module: its magic number and its version. */
const emptyModule = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Whether WebAssembly runs: a policy without 'wasm-unsafe-eval', or an engine that does not know it, compiles nothing. */
export function compilesWebAssembly({ WebAssembly }: WebAssemblyScope): boolean {
  try {
    return WebAssembly?.Module !== undefined && Boolean(new WebAssembly.Module(new Uint8Array(emptyModule)));
  } catch {
    return false;
  }
}
