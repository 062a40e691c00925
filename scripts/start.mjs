// npm start: installs missing packages, builds the app if its sources have changed, and runs the service, which serves the app.
import { join } from 'node:path';
import { ensureBuilt } from './build-app.mjs';
import { delegateToNode, ensureInstalled, root, runMain } from './toolchain.mjs';

const help = `npm start

Installs missing packages, builds the app, creates and seeds the database, and serves the app and its API.

  PORT          port to listen on (default: 8080)
  DATA_DIR      folder of the database, files and keys (default: .data in the repository)
  DATABASE_URL  external PostgreSQL 15 or later (default: the embedded one)

All settings: docs/operations.md. Ctrl-C stops the service. The data remains for the next start.
`;

await runMain(() => {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  ensureInstalled();
  ensureBuilt();
  delegateToNode([join(root, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)]);
});
