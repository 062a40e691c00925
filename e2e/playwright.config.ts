import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from '../scripts/chromium.mjs';

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

// It goes with the process, which ends after the service that stands in it.
function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// The file is read again by every worker: the first reading decides, the environment hands it on.
process.env['E2E_PORT'] ??= String(await freePort());
process.env['E2E_DIR'] ??= throwawayFolder();
// Root's database runs as another account, and lies inside only where that account may pass.
chmodSync(process.env['E2E_DIR'], 0o711);
process.env['E2E_DATA_DIR'] = join(process.env['E2E_DIR'], 'data');
process.env['E2E_MASTER_KEY_FILE'] = join(process.env['E2E_DIR'], 'master.key');
// What the service says: the demo's verification codes stand there.
process.env['E2E_LOG'] = join(process.env['E2E_DIR'], 'service.log');

const port = process.env['E2E_PORT'];

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: '../test-results/e2e.json' }]] : 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    // Faults are put on the page's own line; what a service worker answers passes by them. Its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: chromiumLaunchOptions(),
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'zh-light-360',
      use: { viewport: { width: 360, height: 740 }, locale: 'zh-CN', colorScheme: 'light', hasTouch: true },
    },
    {
      name: 'en-dark-412',
      use: { viewport: { width: 412, height: 915 }, locale: 'en-US', colorScheme: 'dark', hasTouch: true },
    },
    {
      name: 'zh-light-desktop',
      use: { viewport: { width: 1280, height: 800 }, locale: 'zh-CN', colorScheme: 'light' },
    },
    // The public OpenTDF web SDK is nobody's dependency: who has it built names its folder.
    ...(process.env['OPENTDF_SDK']
      ? [{ name: 'interop', testDir: 'interop', use: { locale: 'zh-CN' } }]
      : []),
  ],
  webServer: {
    command: 'exec node ../apps/server/src/main.ts > "$E2E_LOG" 2>&1',
    url: `http://localhost:${port}/healthz`,
    env: {
      PORT: port,
      DATA_DIR: process.env['E2E_DATA_DIR'],
      MASTER_KEY_FILE: process.env['E2E_MASTER_KEY_FILE'],
      E2E_LOG: process.env['E2E_LOG'],
      // A test is the push service of its own browser.
      PUSH_PRIVATE_ENDPOINTS: 'true',
      PUSH_CONTACT: 'mailto:it@example.com',
    },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
