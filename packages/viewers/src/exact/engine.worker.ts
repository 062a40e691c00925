import '../polyfills.ts';
import { type Call, CallError, connectPort, fireAndForget } from '../frame/port-calls.util.ts';
import { adaptEngine } from './adapt-engine.util.ts';
import type { EngineFile, EngineFilesApi, EngineWorkerApi } from './engine.types.ts';
import { memoryOf } from './engine-memory.util.ts';
import { reportWrites, type WritingModule } from './engine-writes.util.ts';
import { type OfficeModule, startOffice } from './office-kit.util.ts';

/** The global scope of a classic worker, as far as the engine needs it. */
declare const self: {
  readonly Module?: OfficeModule & WritingModule;
  importScripts(url: string): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent) => void, options: { once: true }): void;
};

let call: Call<EngineFilesApi>;
let convert: ReturnType<typeof startOffice> | null = null;

async function readChunks(file: EngineFile): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const chunk = await call('readEngine', file, chunks.length);
    if (chunk === null) return chunks;
    chunks.push(chunk);
  }
}

/** Compiles while the bytes arrive, so that the module is never in memory as a whole besides the engine's own copy. */
function compileModule(): Promise<WebAssembly.Module> {
  let index = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = await call('readEngine', 'module', index);
        index += 1;
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 1 },
  );
  return WebAssembly.compileStreaming(
    new Response(body, { headers: { 'Content-Type': 'application/wasm' } }),
  );
}

async function readData(): Promise<ArrayBuffer> {
  const chunks = await readChunks('data');
  const data = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  while (chunks.length > 0) {
    // Each chunk is released as soon as it is copied.
    const chunk = chunks.shift();
    if (!chunk) break;
    data.set(chunk, at);
    at += chunk.length;
  }
  return data.buffer;
}

async function start(): Promise<void> {
  const script = new Blob(await readChunks('script'), { type: 'text/javascript' });
  const thread = new Blob(await readChunks('thread'), { type: 'text/javascript' });
  const data = await readData();
  const threadUrl = URL.createObjectURL(thread);
  let adapt = (): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      const instantiate = async () => {
        const module = await compileModule();
        const instance = await WebAssembly.instantiate(module, imports);
        adapt = () => adaptEngine(instance.exports, memoryOf(imports));
        done(instance, module);
      };
      instantiate().catch(reject);
      return {};
    };
    const configuration = {
      mainScriptUrlOrBlob: script,
      locateFile: (path: string) => (path.includes('.worker.') ? threadUrl : path),
      // Messages of the engine can contain words of the document.
      print: () => undefined,
      printErr: () => undefined,
      getPreloadedPackage: () => data,
      instantiateWasm,
      onRuntimeInitialized: resolve,
      onAbort: () => reject(new CallError('unreadable')),
    };
    Reflect.set(self, 'Module', configuration);
  });
  const scriptUrl = URL.createObjectURL(script);
  self.importScripts(scriptUrl);
  await ready;
  URL.revokeObjectURL(scriptUrl);
  const module = self.Module;
  if (!module) throw new CallError('unreadable');
  convert = await withCallErrors(() => {
    adapt();
    return startOffice(module);
  });
  // The message is sent at once, although the answer waits for the end of the conversion.
  reportWrites(module, () => fireAndForget(call('advance')));
}

/** The frame knows errors by their codes. */
async function withCallErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new CallError('unreadable');
  }
}

const workerApi: EngineWorkerApi = {
  start,
  convert: async (bytes, name, extension) => {
    const started = convert;
    if (!started) throw new CallError('unreadable');
    return withCallErrors(() => started(bytes, { name, extension }));
  },
};

self.addEventListener(
  'message',
  ({ ports: [port] }) => {
    if (port) call = connectPort(port, workerApi);
  },
  { once: true },
);
