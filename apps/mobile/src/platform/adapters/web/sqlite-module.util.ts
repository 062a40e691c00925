type ModuleFactory = (config: object) => Promise<unknown>;
type OnInstance = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** Compiles while streaming, if the response has the media type of WebAssembly. */
async function compileWasm(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`database engine download failed: ${response.status}`);
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Instantiates the library's module from its file. The library would fetch the file itself and print three errors to
 * the console when the network fails: this way it is one rejection for the caller.
 */
export async function loadSqliteModule(createModule: ModuleFactory, url: string): Promise<unknown> {
  const wasm = await compileWasm(url);
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, onInstance: OnInstance) => {
      WebAssembly.instantiate(wasm, imports).then((instance) => onInstance(instance, wasm), reject);
      // By this the library knows that the instance comes later.
      return {};
    };
    createModule({ instantiateWasm }).then(resolve, reject);
  });
}
