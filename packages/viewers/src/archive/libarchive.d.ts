/** The part of the module that is used; the package's own types describe its worker, which is not. */
declare module 'libarchive.js/src/webworker/wasm-gen/libarchive.js' {
  export type LibarchiveModule = {
    readonly HEAPU8: Uint8Array;
    readonly cwrap: (
      name: string,
      returns: 'number' | 'string',
      args: readonly ('number' | 'string')[],
    ) => (...args: readonly (number | string | null)[]) => number;
  };

  export default function libarchive(options: {
    readonly wasmBinary: Uint8Array;
    readonly print: () => void;
    readonly printErr: () => void;
  }): Promise<LibarchiveModule>;
}
