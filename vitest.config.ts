import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { logCapture } from './apps/server/testing/log.ts';
import { exactEngine } from './packages/viewers/build/exact-engine.plugin.mjs';
import { pdfAssets } from './packages/viewers/build/pdf-assets.plugin.mjs';
import { frameAliases, viewerFrame } from './packages/viewers/build/viewer-frame.plugin.mjs';
import { chromiumLaunchOptions } from './scripts/chromium.mjs';

/** A machine that is busy with other things is slow: what waits here is only ever waited for where something is wrong. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** The service waits more than it computes: two cores have work for three. */
const serviceWorkers = Math.min(4, Math.max(3, availableParallelism() - 1));

const anyNode = ['**/node_modules/**', '**/dist/**', 'e2e/tests/**'];

/** An import that is killed again and again takes as long as twenty other files; `npm run test:full` runs it. */
const inFullAlone = process.env['TEST_FULL'] === '1' ? [] : ['apps/server/tests/killed-import.test.ts'];

export default defineConfig({
  test: {
    // What a page or a program prints is part of what a run writes down (scripts/log-scan).
    onConsoleLog: (text) => logCapture()?.line(text),
    projects: [
      {
        // Rules, formats and adapters that need nothing but the language.
        test: {
          ...patience,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/mobile/{src,native,installable}/**/*.test.ts',
            'apps/console/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/{engines,faults,fuzz}/**/*.test.ts',
          ],
          exclude: [...anyNode, '**/*.browser.test.ts'],
          // Rules compute and do not wait: one for each core.
          maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
        },
      },
      {
        // The service on the real embedded PostgreSQL, and on Debian's where there is one.
        test: {
          ...patience,
          name: 'service',
          // The files of a worker share their modules: loading the service for each file takes a third of the time.
          isolate: false,
          include: ['apps/server/**/*.test.ts', 'e2e/model/**/*.test.ts'],
          exclude: [...anyNode, ...inFullAlone],
          maxWorkers: serviceWorkers,
          globalSetup: 'apps/server/testing/postgres.setup.ts',
        },
      },
      {
        // What must hold in a browser: the format package whole, storage adapters, components.
        plugins: [react(), viewerFrame(), pdfAssets(), exactEngine()],
        resolve: { alias: frameAliases },
        // Known beforehand: a dependency that is discovered in the middle of a run reloads the page under a test.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-router',
            'zustand',
            '@tanstack/react-query',
            '@tanstack/react-virtual',
            '@base-ui/react/dialog',
            '@base-ui/react/menu',
            '@noble/ciphers/aes.js',
            '@noble/hashes/hmac.js',
            '@noble/hashes/pbkdf2.js',
            '@noble/hashes/sha2.js',
            '@noble/hashes/legacy.js',
            '@noble/hashes/utils.js',
            'kysely',
            'react-aria-components',
            'workbox-window',
            '@kenjiuno/msgreader',
            '@zip.js/zip.js/lib/zip-core-native.js',
            'libarchive.js/src/webworker/wasm-gen/libarchive.js',
            'dompurify',
            'dxf-parser',
            'emf-converter',
            'highlight.js/lib/common',
            'ical.js',
            'marked',
            'mediabunny',
            'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
            'papaparse',
            'postal-mime',
            'three',
            '@sqlite.org/sqlite-wasm',
          ],
          exclude: ['@journeyapps/wa-sqlite'],
        },
        test: {
          ...patience,
          name: 'chromium',
          // Pages of their own contexts; Vitest leaves a core idle for itself, which waits most of the time.
          maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
          include: ['packages/tdf/src/**/*.test.ts', '**/*.browser.test.ts', '**/*.browser.test.tsx'],
          exclude: [...anyNode, '**/*.node.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
