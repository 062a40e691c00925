import { rmSync } from 'node:fs';

/** Takes the throw-away data folder with it when all journeys are done. */
export default function teardown() {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
}
