import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { pdfAssets } from './apps/mobile/viewer-frame/pdf-assets.plugin.mjs';
import { viewerFrame } from './apps/mobile/viewer-frame/plugin.mjs';
import { chromiumLaunchOptions } from './scripts/chromium.mjs';

const anyNode = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

export default defineConfig({
  test: {
    projects: [
      {
        // Rules, formats and adapters that need nothing but the language.
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/mobile/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...anyNode, '**/*.browser.test.ts'],
        },
      },
      {
        // The service on the real embedded PostgreSQL, and on Debian's where there is one.
        test: {
          name: 'service',
          include: ['apps/server/**/*.test.ts'],
          exclude: anyNode,
          globalSetup: 'apps/server/src/infra/database/test-server.setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // What must hold in a browser: the format package whole, storage adapters, components.
        plugins: [react(), viewerFrame(), pdfAssets()],
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
            'react-hook-form',
            '@hookform/resolvers/standard-schema',
            'zod/mini',
            '@base-ui/react/dialog',
            '@base-ui/react/menu',
            '@sqlite.org/sqlite-wasm',
          ],
          exclude: ['@journeyapps/wa-sqlite'],
        },
        test: {
          name: 'chromium',
          include: ['packages/tdf/src/**/*.test.ts', '**/*.browser.test.ts', '**/*.browser.test.tsx'],
          exclude: [...anyNode, '**/*.node.test.ts'],
          testTimeout: 60_000,
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
