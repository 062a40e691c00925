import { rmSync } from 'node:fs';

/** Takes the throw-away data folder with it when all journeys are done. */
export default function teardown() {
  const folder = process.env['E2E_DIR'];
  if (folder) rmSync(folder, { recursive: true, force: true });
}
