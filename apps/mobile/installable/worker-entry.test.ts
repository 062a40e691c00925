import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseWorkerEntryImports, workerOutput } from './worker-entry.plugin.mjs';

const startsWorker = `new Worker(new URL('./entry.js', import.meta.url), { type: 'module' });`;

/** The entry and its lazy part share a module. Without the plugin the bundler puts it into the entry's chunk. */
const sources = {
  'page.js': startsWorker,
  'entry.js': `import { shared } from './shared.js';
    onmessage = async () => postMessage([shared(), (await import('./lazy.js')).lazy()]);`,
  'lazy.js': `import { shared } from './shared.js'; export const lazy = () => [shared()];`,
  'shared.js': `export const shared = () => ({ random: Math.random() });`,
};

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'worker-entry-'));
});
afterEach(() => rm(root, { recursive: true }));

async function built(changed: Record<string, string> = {}, output: object = {}) {
  for (const [name, text] of Object.entries({ ...sources, ...changed }))
    await writeFile(join(root, name), text);
  const guard = refuseWorkerEntryImports();
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [guard.page],
    worker: { format: 'es', plugins: () => [guard.worker], rolldownOptions: { output } },
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'page.js'), external: /^\/assets/ },
    },
  })) as Rolldown.RolldownOutput;
  return result.output.map(({ fileName }) => fileName);
}

describe('a build with a worker', () => {
  it('fails when a lazy chunk of the worker imports its entry', async () => {
    await expect(built()).rejects.toThrow(/lazy-\S+ imports the worker entry \S*entry-/);
  });

  it('passes when the entry and a lazy chunk share code through a separate chunk', async () => {
    const files = await built({}, workerOutput);
    expect(files.filter((name) => /shared-.*js$/.test(name))).toHaveLength(1);
  });

  it('passes when the entry and a lazy chunk both need the bundler helpers', async () => {
    const shared = `class A { static b = 1; } export const shared = () => ({ ...A, c: require('./common.cjs') });`;
    const lazy = `import * as all from './shared.js'; import common from './common.cjs';
      class C { d = common; static e = 2; } export const lazy = () => [all, C];`;
    const entry = `import common from './common.cjs'; import * as all from './shared.js'; class F { g = common; static h = all; }
      onmessage = async () => postMessage([F, (await import('./lazy.js')).lazy(), await import('./other.js')]);`;
    const other = `import common from './common.cjs'; export * from './lazy.js'; export { common };`;
    const common = `module.exports = { get value() { return Math.random(); } };`;
    const files = await built(
      { 'entry.js': entry, 'lazy.js': lazy, 'shared.js': shared, 'common.cjs': common, 'other.js': other },
      workerOutput,
    );
    expect(files.some((name) => /lazy-.*js$/.test(name))).toBe(true);
  });

  it('fails when a module of the worker imports its entry module', async () => {
    const lazy = `import { value } from './entry.js'; export const lazy = () => value;`;
    const entry = `export const value = Math.random(); onmessage = () => import('./lazy.js');`;
    await expect(built({ 'entry.js': entry, 'lazy.js': lazy }, workerOutput)).rejects.toThrow(
      /imports the worker entry/,
    );
  });

  it('fails when the page contains the entry module', async () => {
    const page = `import { value } from './entry.js'; console.log(value); ${startsWorker}`;
    const entry = `export const value = Math.random(); onmessage = () => postMessage(value);`;
    await expect(built({ 'page.js': page, 'entry.js': entry }, workerOutput)).rejects.toThrow(
      /contains the worker entry module \S*entry\.js/,
    );
  });

  it('fails when the page imports the built entry as a file', async () => {
    const page = `${startsWorker} import('/assets/entry.js');`;
    const output = { ...workerOutput, entryFileNames: 'assets/entry.js' };
    await expect(built({ 'page.js': page }, output)).rejects.toThrow(
      /imports the worker entry assets\/entry\.js/,
    );
  });
});
