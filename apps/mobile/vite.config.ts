import { exactEngine } from '@sealflow/viewers/build/exact-engine.plugin.mjs';
import { pdfAssets } from '@sealflow/viewers/build/pdf-assets.plugin.mjs';
import { viewerFrame } from '@sealflow/viewers/build/viewer-frame.plugin.mjs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from '../../scripts/compressed.plugin.mjs';
import { buildTargets } from '../../scripts/engines/supported-engines.ts';
import { browserCheck } from './browser-check/plugin.mjs';
import { chunks } from './installable/chunks.mjs';
import { completeLicences } from './installable/complete-licences.plugin.mjs';
import { installable } from './installable/plugin.mjs';
import { recordedLibraries } from './installable/recorded-libraries.plugin.mjs';
import { refuseWorkerEntryImports, workerOutput } from './installable/worker-entry.plugin.mjs';
import { calledOrigins } from './native/called-origins.mjs';
import { contentPolicy } from './native/content-policy.plugin.mjs';
import { shellFiles } from './native/shell-files.plugin.mjs';
import { prerenderedForm } from './prerender/plugin.mjs';

const workerEntries = refuseWorkerEntryImports();
const service = `http://localhost:${process.env['PORT'] ?? '8080'}`;

export default defineConfig(({ mode }) => ({
  // The native shell includes its own files, push plugins and updates.
  plugins: [
    react(),
    viewerFrame({ plugins: (family) => [recordedLibraries(`frame-${family}`)] }),
    // WebViews of Chromium 87 to 96 and iOS 15 refuse WebAssembly; browsers without it do not start the app.
    pdfAssets({ withFallbacks: mode === 'native' }),
    // The web views of the shells cannot isolate a page.
    exactEngine({ withEngine: mode !== 'native' }),
    workerEntries.page,
    recordedLibraries('page'),
    completeLicences(mode === 'native' ? [] : ['@matbee/libreoffice-converter', '@embedpdf/fonts-sc']),
    ...(mode === 'native'
      ? [contentPolicy({ called: calledOrigins(process.env) }), shellFiles(process.env)]
      : [prerenderedForm(), browserCheck(), installable(), compressed()]),
  ],
  build: {
    outDir: mode === 'native' ? 'native/dist' : 'dist',
    // Vite's default is newer than the supported engines. WebKit 15 lacks a part of class fields, so a build for the shells contains
    // slower classes.
    target: buildTargets(mode === 'native' ? 'shells' : 'browsers'),
    sourcemap: false,
    license: { fileName: 'licences.json' },
    // The content security policy allows no data: scripts, styles or fonts.
    assetsInlineLimit: 0,
    // Nearly all chunks of a screen are preloaded already; listing them again blocked the page for 50 to 100 ms on a
    // slow processor.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, found, { hostType }) =>
        hostType === 'html' ? found : found.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks() } } },
  },
  worker: {
    format: 'es',
    plugins: () => [workerEntries.worker, recordedLibraries('worker')],
    rolldownOptions: { output: workerOutput },
  },
  // Its WebAssembly file is found by a URL relative to the module, which pre-bundling would move.
  optimizeDeps: { exclude: ['@journeyapps/wa-sqlite'] },
  server: { proxy: { '/api': service, '/otdf': service, '/.well-known': service } },
}));
