type ModuleFactory = (config: object) => Promise<unknown>;
type OnInstance = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** Compiles as it comes, where the place that it comes from says what it is. */
async function compiled(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the database's code did not come: ${response.status}`);
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Makes the library's module from its file. The library would fetch that itself, and where the line breaks print three
 * faults to the console: here it is one failure, for whoever opens the database to hear.
 */
export async function sqliteModule(createModule: ModuleFactory, url: string): Promise<unknown> {
  const wasm = await compiled(url);
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, onInstance: OnInstance) => {
      WebAssembly.instantiate(wasm, imports).then((instance) => onInstance(instance, wasm), reject);
      // The library's sign that the instance comes later.
      return {};
    };
    createModule({ instantiateWasm }).then(resolve, reject);
  });
}
