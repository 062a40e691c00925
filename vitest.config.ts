import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { logCapture } from './apps/server/testing/log.ts';
import { exactEngine } from './packages/viewers/build/exact-engine.plugin.mjs';
import { pdfAssets } from './packages/viewers/build/pdf-assets.plugin.mjs';
import { frameAliases, viewerFrame } from './packages/viewers/build/viewer-frame.plugin.mjs';
import { chromiumLaunchOptions } from './scripts/chromium.mjs';

/** Generous limits, because a busy machine is slow. Only a failing test waits for them. */
const generousTimeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Tests of the service mostly wait for the database, so that two cores serve three workers. */
const serviceWorkers = Math.min(4, Math.max(3, availableParallelism() - 1));

/**
 * Heap limit of a worker of the service tests. The caches of a service reserve a share of it, and V8 collects the whole heap when the
 * reserved memory grows: with the limit of a large machine, each service that a test opened caused such a collection.
 */
const serviceHeapMiB = 1024;

const anyNode = ['**/node_modules/**', '**/dist/**', 'e2e/tests/**'];

const isFull = process.env['TEST_FULL'] === '1';

/** An import that is killed repeatedly takes as long as twenty other files, so that only `npm run test:full` runs it. */
const inFullAlone = isFull ? [] : ['apps/server/tests/killed-import.test.ts'];

/** It tests the cost of password hashes in production, which `password-hashes.setup.ts` lowers for the tests of the service. */
const passwordHashTest = 'apps/server/src/modules/accounts/passwords/password-hash.test.ts';

/**
 * What Vite bundles before the first test. It bundles nothing later, because that would reload the pages of running tests: a CommonJS
 * module that is missing here fails in each run, and any other loads file by file.
 */
const browserDependencies = [
  'react',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
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
  'eventsource-parser',
  'fast-check',
  'kysely',
  'react-aria-components',
  'workbox-window',
  '@capacitor/core',
  '@capacitor-community/sqlite',
  '@e965/xlsx',
  '@kenjiuno/msgreader',
  '@kenjiuno/msgreader/lib/Burner.js',
  '@kenjiuno/msgreader/lib/Reader.js',
  '@zip.js/zip.js/lib/zip-core-native.js',
  'libarchive.js/src/webworker/wasm-gen/libarchive.js',
  'libheif-js/libheif-wasm/libheif-bundle.mjs',
  'diff',
  'docx-preview',
  'dompurify',
  'dxf-parser',
  'emf-converter',
  'highlight.js/lib/common',
  'ical.js',
  'jszip',
  'mammoth',
  'marked',
  'mediabunny',
  'pako',
  'pdfjs-dist/legacy/build/pdf.mjs',
  'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
  'papaparse',
  'postal-mime',
  'three',
  'uqr',
  '@sqlite.org/sqlite-wasm',
];

/** Rules, formats and adapters that need neither a browser nor a database. They compute and do not wait: one worker for each core. */
const unitProject = (project: { name: string; include: string[]; isolate: boolean }) => ({
  test: {
    ...generousTimeouts,
    ...project,
    exclude: [...anyNode, '**/*.browser.test.ts'],
    maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
  },
});

type BrowserProject = {
  readonly name: string;
  readonly include: string[];
  readonly exclude: string[];
  /** Whether each file has a page of its own. */
  readonly isolate: boolean;
  readonly maxWorkers: number;
  /** Projects run one after the other in this order. */
  readonly groupOrder: number;
  /** Whether pages draw without the animations of the app, which take time and no test looks at. */
  readonly hasReducedMotion?: boolean;
};

/** Tests in Chromium: the whole format package, storage adapters, viewers, components, the app. */
const browserProject = ({
  name,
  include,
  exclude,
  isolate,
  maxWorkers,
  groupOrder,
  hasReducedMotion = false,
}: BrowserProject) => ({
  plugins: [react(), viewerFrame(), pdfAssets(), exactEngine()],
  resolve: { alias: frameAliases },
  optimizeDeps: {
    include: browserDependencies,
    exclude: ['@journeyapps/wa-sqlite'],
    noDiscovery: true,
  },
  test: {
    ...generousTimeouts,
    name,
    maxWorkers,
    include,
    exclude: [...anyNode, '**/*.node.test.ts', ...exclude],
    isolate,
    sequence: { groupOrder },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: chromiumLaunchOptions({ prefersHeadlessShell: !isFull }),
        ...(hasReducedMotion ? { contextOptions: { reducedMotion: 'reduce' } } : {}),
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

/** Short files with long tests: they start processes, attack accounts, or search for faults. */
const longTests =
  /(?:generated-client|hostile-texts|killed|two-nodes|lock-out|embedded|jobs|s3|render-document|compile-cache|http\/health|main|model\/workflow)\.test\.ts$/;

/** In a fresh clone Vitest starts large files first. A long test that starts last would leave the other workers idle. */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => Number(longTests.test(moduleId));
    return sorted.toSorted((a, b) => isLong(b) - isLong(a));
  }
}

const appTests = 'apps/mobile/src/app/**/*.browser.test.tsx';

export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    // Console output is part of the logs that scripts/log-scan searches.
    onConsoleLog: (text) => logCapture()?.line(text),
    projects: [
      // The files of a worker share their modules, which have no state: loading them for each file takes half of the time.
      unitProject({
        name: 'rules',
        include: ['packages/*/src/**/*.test.ts', 'apps/console/src/**/*.test.ts'],
        isolate: false,
      }),
      unitProject({
        name: 'unit',
        include: [
          'apps/mobile/{src,native,installable}/**/*.test.ts',
          'bench/src/**/*.test.ts',
          'scripts/**/*.test.ts',
          'e2e/{engines,faults,fuzz}/**/*.test.ts',
          passwordHashTest,
        ],
        isolate: true,
      }),
      {
        // The service on the embedded PostgreSQL, and on the one of Debian if it is installed.
        test: {
          ...generousTimeouts,
          name: 'service',
          // The files of a worker share their modules: loading the service for each file takes a third of the time.
          isolate: false,
          include: ['apps/server/**/*.test.ts', 'e2e/model/**/*.test.ts'],
          exclude: [...anyNode, ...inFullAlone, passwordHashTest],
          maxWorkers: serviceWorkers,
          execArgv: [`--max-old-space-size=${serviceHeapMiB}`],
          globalSetup: 'apps/server/testing/postgres.setup.ts',
          setupFiles: 'apps/server/testing/password-hashes.setup.ts',
        },
      },
      browserProject({
        name: 'chromium',
        include: ['packages/tdf/src/**/*.test.ts', '**/*.browser.test.ts', '**/*.browser.test.tsx'],
        exclude: [appTests],
        isolate: true,
        // A sixth of the time is waiting, so that two cores serve three workers.
        maxWorkers: Math.max(3, Math.min(5, availableParallelism() + 1)),
        groupOrder: 0,
      }),
      // The files of a worker share a page, because loading the whole app takes longer than most of them.
      browserProject({
        name: 'app',
        include: [appTests],
        exclude: [],
        isolate: false,
        // A quarter of the time is waiting, so that two cores serve three workers, although each loads the whole app.
        maxWorkers: Math.max(3, Math.min(5, availableParallelism() + 1)),
        groupOrder: 1,
        hasReducedMotion: !isFull,
      }),
    ],
  },
});
