import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { readEngineFiles } from '../../build/exact-engine.pack.mjs';

const memory = new WebAssembly.Memory({ initial: 16_384, maximum: 65_535, shared: true });
const emptyModule = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

/** A worker that starts no thread, and is loaded at once. */
class FakeWorker {
  readonly commands: string[] = [];
  #listener: (message: { cmd: string }) => void = () => undefined;

  on(kind: string, listener: (message: { cmd: string }) => void): void {
    if (kind === 'message') this.#listener = listener;
  }

  postMessage({ cmd }: { cmd: string }): void {
    this.commands.push(cmd);
    if (cmd === 'load') this.#listener({ cmd: 'loaded' });
  }

  unref(): void {
    // A worker of Node has this method.
  }
}

/** Functions that do nothing, under the names that the script uses of its module. */
function fakeExports(script: string): WebAssembly.Exports {
  const names = [...script.matchAll(/wasmExports\["(\w+)"\]|createExportWrapper\("(\w+)"/g)];
  return {
    ...Object.fromEntries(names.map(([, direct, wrapped]) => [direct ?? wrapped ?? '', () => 0])),
    __indirect_function_table: new WebAssembly.Table({ initial: 1, element: 'anyfunc' }),
    emscripten_stack_get_end: () => 1024,
  };
}

// LibreOffice starts when the app calls it. Its main function would start it in a thread at the same time, and the two starts
// sometimes waited for each other for ever.
test('the script of the engine loads its threads, and runs neither them nor the main function', async () => {
  const script = (await readEngineFiles()).script.toString();
  const workers: FakeWorker[] = [];
  class Worker extends FakeWorker {
    constructor() {
      super();
      workers.push(this);
    }
  }
  const main = vi.fn<() => number>(() => 0);
  const exports = { ...fakeExports(script), _emscripten_proxy_main: main };
  const modules: Readonly<Record<string, object>> = {
    path,
    fs: { writeSync: () => 0 },
    os: { cpus: () => [{}, {}] },
    crypto: {},
    worker_threads: { isMainThread: true, Worker },
  };
  const instantiateWasm = (_: object, done: (instance: object, module: WebAssembly.Module) => void) => {
    done({ exports }, emptyModule);
    return {};
  };
  await new Promise<void>((resolve) => {
    const globals: Record<string, unknown> = {
      SharedArrayBuffer,
      Atomics,
      WebAssembly,
      TextDecoder,
      TextEncoder,
      URL,
      process,
      performance,
      setTimeout,
      setInterval,
      clearInterval,
      console: { log: () => undefined, warn: () => undefined, error: () => undefined },
      Module: {
        wasmMemory: memory,
        mainScriptUrlOrBlob: '/engine.js',
        locateFile: (name: string) => name,
        print: () => undefined,
        printErr: () => undefined,
        getPreloadedPackage: () => new ArrayBuffer(64 * 1_048_576),
        instantiateWasm,
        onRuntimeInitialized: resolve,
      },
    };
    Object.assign(globals, { global: globals, globalThis: globals, self: globals });
    const wrapped = `(function (require, __filename, __dirname) {${script}\n})`;
    const run = runInContext(wrapped, createContext(globals)) as (
      ...parameters: readonly [(name: string) => object | undefined, string, string]
    ) => void;
    run((name) => modules[name], '/engine.js', '/');
  });
  // The main function would run right after the notice that the runtime is ready.
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  expect(main).not.toHaveBeenCalled();
  expect(workers.length).toBeGreaterThan(0);
  expect(new Set(workers.flatMap(({ commands }) => commands))).toEqual(new Set(['load']));
});
