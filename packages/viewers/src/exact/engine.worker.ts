import '../polyfills.ts';
import { type Call, CallError, connectPort } from '../frame/port-calls.util.ts';
import type { EngineFile, EngineFilesApi, EngineWorkerApi } from './engine.types.ts';

/** The functions of LibreOfficeKit and of its memory. Pointers are numbers; 0 means failure. */
type OfficeCalls = {
  allocate(bytes: number): number;
  release(pointer: number): void;
  start(installFolder: number): number;
  load(office: number, url: number, options: number): number;
  saveAs(document: number, url: number, format: number, options: number): number;
};

/** Their names in the Emscripten module. */
const exportNames: Readonly<Record<keyof OfficeCalls, string>> = {
  allocate: '_malloc',
  release: '_free',
  start: '_libreofficekit_hook',
  load: '_lok_documentLoadWithOptions',
  saveAs: '_lok_documentSaveAs',
};

/** The part of LibreOffice's Emscripten module that a conversion uses. */
type EngineModule = {
  readonly HEAPU8: Uint8Array;
  readonly FS: {
    mkdir(path: string): void;
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
  };
};

type Engine = { readonly module: EngineModule; readonly calls: OfficeCalls; readonly office: number };

function callsOf(module: EngineModule): OfficeCalls {
  const entries = Object.entries(exportNames).map(([name, exported]) => [
    name,
    Reflect.get(module, exported),
  ]);
  return Object.fromEntries(entries) as OfficeCalls;
}

const installFolder = '/instdir/program';
const inputFolder = '/sealflow';

/** The options of the PDF export: bookmarks for the outline, and no tags, which double the time of long documents. */
const pdfOptions = JSON.stringify({
  ExportBookmarks: { type: 'boolean', value: 'true' },
  UseTaggedPDF: { type: 'boolean', value: 'false' },
  ExportNotes: { type: 'boolean', value: 'false' },
});
/** Macros never run, and links are not followed. */
const loadOptions = 'Language=zh-CN,DisableMacros=1';

/** The global scope of a classic worker, as far as the engine needs it. */
declare const self: {
  readonly Module?: EngineModule;
  importScripts(url: string): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent) => void, options: { once: true }): void;
};

let call: Call<EngineFilesApi>;
let engine: Engine | null = null;

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
  const ready = new Promise<void>((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      const instantiate = async () => {
        const module = await compileModule();
        done(await WebAssembly.instantiate(module, imports), module);
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
  const calls = callsOf(module);
  const office = withTexts({ module, calls }, [installFolder], (path) => calls.start(path));
  if (office === 0) throw new CallError('unreadable');
  module.FS.mkdir(inputFolder);
  engine = { module, calls, office };
}

/** Passes texts as pointers to C strings that are released afterwards. */
function withTexts<T>(
  { module, calls }: Omit<Engine, 'office'>,
  texts: readonly string[],
  use: (...pointers: number[]) => T,
): T {
  const pointers = texts.map((text) => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const pointer = calls.allocate(bytes.length);
    module.HEAPU8.set(bytes, pointer);
    return pointer;
  });
  try {
    return use(...pointers);
  } finally {
    for (const pointer of pointers) calls.release(pointer);
  }
}

function convert(bytes: Uint8Array, extension: string): Uint8Array {
  if (!engine) throw new CallError('unreadable');
  const { module, calls, office } = engine;
  const input = `${inputFolder}/document.${/^[a-z0-9]{1,5}$/.test(extension) ? extension : 'bin'}`;
  const output = `${inputFolder}/pages.pdf`;
  module.FS.writeFile(input, bytes);
  const document = withTexts(engine, [`file://${input}`, loadOptions], (url, options) =>
    calls.load(office, url, options),
  );
  if (document === 0) throw new CallError('unreadable');
  const isSaved = withTexts(engine, [`file://${output}`, 'pdf', pdfOptions], (...texts) => {
    const [url = 0, format = 0, options = 0] = texts;
    return calls.saveAs(document, url, format, options);
  });
  if (isSaved === 0) throw new CallError('unreadable');
  return module.FS.readFile(output);
}

const workerApi: EngineWorkerApi = { start, convert: async (bytes, extension) => convert(bytes, extension) };

self.addEventListener(
  'message',
  ({ ports: [port] }) => {
    if (port) call = connectPort(port, workerApi);
  },
  { once: true },
);
