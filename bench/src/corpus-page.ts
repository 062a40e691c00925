import { fileURLToPath } from 'node:url';
import { packEngine } from '@sealflow/viewers/build/exact-engine.pack.mjs';
import { pdfAssets } from '@sealflow/viewers/build/pdf-assets.plugin.mjs';
import { viewerFrame } from '@sealflow/viewers/build/viewer-frame.plugin.mjs';
import { build, type Rolldown } from 'vite';

const app = fileURLToPath(new URL('../../apps/mobile', import.meta.url));
const entry = fileURLToPath(new URL('./corpus-entry.ts', import.meta.url));
const workerEntry = `${app}/src/service-worker/media.util.ts`;

export type BuiltFiles = ReadonlyMap<string, string | Uint8Array>;

/** The viewers of the app’s build, or selected frames, with a page that only opens documents on command. */
export async function buildPage(only?: readonly string[], start = entry): Promise<BuiltFiles> {
  const built = await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [viewerFrame(only ? { only } : {}), pdfAssets()],
    worker: { format: 'es' },
    build: {
      write: false,
      target: ['chrome87', 'safari15.4', 'ios15.4'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: start, output: { entryFileNames: 'corpus.js' } },
    },
  });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const files = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css')).map(({ fileName }) => fileName);
  files.set('index.html', page(styles));
  files.set('worker.js', await buildWorker());
  return files;
}

/** The engine of exact pages as the app's build packs it, with its manifest. */
export async function engineFiles(): Promise<BuiltFiles> {
  const { manifest, chunks } = await packEngine();
  const named = [...chunks].map(([digest, bytes]) => [`exact-engine/${digest}.bin`, bytes] as const);
  return new Map<string, string | Uint8Array>([
    ...named,
    ['exact-engine/manifest.json', JSON.stringify(manifest)],
  ]);
}

/** Controls pages from their first load. */
const workerStart = `worker.answerMedia(self);
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));`;

/** The part of the app’s service worker that answers players. */
async function buildWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: ['chrome87', 'safari15.4', 'ios15.4'],
      lib: { entry: workerEntry, formats: ['iife'], name: 'worker', fileName: 'worker' },
    },
  });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return `${output[0].code}\n${workerStart}`;
}

const page = (
  styles: readonly string[],
) => `<!doctype html><html lang="zh-CN" data-theme="light"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><title>corpus</title><link rel="icon" href="data:," />
${styles.map((name) => `<link rel="stylesheet" href="/${name}" />`).join('')}
<link rel="stylesheet" href="/stage.css" />
<script type="module" src="/corpus.js"></script></head><body><div id="stage"></div></body></html>`;
