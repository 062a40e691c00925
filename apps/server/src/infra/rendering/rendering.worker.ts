import { randomBytes, randomFillSync } from 'node:crypto';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { readEngineFiles } from '@sealflow/viewers/build/exact-engine.pack.mjs';
import { adaptEngine } from '@sealflow/viewers/exact/adapt-engine.util.ts';
import { memoryOf } from '@sealflow/viewers/exact/engine-memory.util.ts';
import { type OfficeModule, startOffice } from '@sealflow/viewers/exact/office-kit.util.ts';
import { repairPictures } from '@sealflow/viewers/exact/repair-pictures.util.ts';
import { removeNetwork } from './remove-network.util.ts';
import { renderingExitCodes, repairArgument } from './rendering.types.ts';

/**
 * The entry of a rendering process: converts one document to PDF, from standard input to standard output, and ends. Before the
 * document comes a line with its name. The first argument is the largest memory of the engine in bytes. With the second one,
 * damaged pictures of the document are repaired first; without any, the process fails.
 */
const [, , memoryBytes = '', attempt = ''] = process.argv;
const pageBytes = 65_536;
const initialPages = 16_384;
const engineName = '/engine.js';

/** The modules of Node that the engine's script asks for, without files and sockets. */
const engineModules = {
  path,
  fs: { writeSync: () => 0 },
  os: { cpus: () => [{}, {}] },
  crypto: { randomBytes, randomFillSync },
};

/** Runs in each thread of the engine before its script. It must not refer to this file. */
const threadPrelude = `
const { parentPort, workerData } = require('node:worker_threads');
const { randomBytes, randomFillSync } = require('node:crypto');
const modules = {
  worker_threads: { isMainThread: false, parentPort, workerData: 'em-pthread', Worker: class {} },
  path: require('node:path'),
  fs: { writeSync: () => 0 },
  os: { cpus: () => [{}, {}] },
  crypto: { randomBytes, randomFillSync },
};
const { script } = workerData;
const run = require('node:vm').runInThisContext(
  '(function (require, __filename, __dirname) {' + script + '\\n})', { filename: '${engineName}' });
for (const name of ['fetch', 'WebSocket', 'EventSource', 'navigator'])
  Object.defineProperty(globalThis, name, { value: undefined, configurable: false });
for (const name of ['binding', 'dlopen', 'getBuiltinModule', 'kill', '_linkedBinding'])
  Object.defineProperty(process, name, { value: undefined, configurable: false });
globalThis.Module = {};
run((name) => {
  if (Object.hasOwn(modules, name)) return modules[name];
  throw new Error('module is refused: ' + name);
}, '${engineName}', '/');
`;

function requireFrom(modules: Readonly<Record<string, object>>) {
  return (name: string): object => {
    const found = Object.hasOwn(modules, name) ? modules[name] : undefined;
    if (!found) throw new Error(`module is refused: ${name}`);
    return found;
  };
}

/** Loads the engine's module in this process; its threads run the same script. */
async function loadEngine(files: Awaited<ReturnType<typeof readEngineFiles>>): Promise<OfficeModule> {
  const script = files.script.toString();
  class EngineThread extends Worker {
    constructor(_file: string, { name }: WorkerOptions) {
      super(threadPrelude, { eval: true, env: {}, workerData: { script }, ...(name ? { name } : {}) });
    }
  }
  const worker_threads = { isMainThread: true, parentPort: null, workerData: null, Worker: EngineThread };
  const maximum = Math.max(initialPages, Math.floor(Number(memoryBytes) / pageBytes));
  let adapt = (): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    const configuration = {
      mainScriptUrlOrBlob: engineName,
      locateFile: (name: string) => name,
      // Messages of the engine can contain words of the document.
      print: () => undefined,
      printErr: () => undefined,
      wasmMemory: new WebAssembly.Memory({ initial: initialPages, maximum, shared: true }),
      getPreloadedPackage: () => files.data.buffer,
      instantiateWasm: (
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) => {
        const instantiate = async () => {
          const { instance, module } = await WebAssembly.instantiate(files.module, imports);
          adapt = () => adaptEngine(instance.exports, memoryOf(imports));
          done(instance, module);
        };
        instantiate().catch(reject);
        return {};
      },
      onRuntimeInitialized: resolve,
      onAbort: () => process.exit(renderingExitCodes.failed),
    };
    Reflect.set(globalThis, 'Module', configuration);
  });
  const wrapped = `(function (require, __filename, __dirname) {${script}\n})`;
  const run = runInThisContext(wrapped, { filename: engineName });
  run(requireFrom({ ...engineModules, worker_threads }), engineName, '/');
  await ready;
  adapt();
  return Reflect.get(globalThis, 'Module');
}

async function readInput(): Promise<{ readonly name: string; readonly document: Buffer }> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  const input = Buffer.concat(parts);
  const end = input.indexOf('\n');
  return { name: input.toString('utf8', 0, end), document: input.subarray(end + 1) };
}

const [files, { name, document }] = await Promise.all([readEngineFiles(), readInput()]);
removeNetwork();
try {
  const input = attempt === repairArgument ? await repairPictures(Uint8Array.from(document)) : document;
  if (input === null) process.exit(renderingExitCodes.failed);
  const convert = startOffice(await loadEngine(files));
  const pdf = await convert(input, { name, extension: path.extname(name).slice(1).toLowerCase() });
  process.stdout.write(pdf, () => process.exit(0));
} catch {
  process.exit(renderingExitCodes.failed);
}
