// npm start: installs what is missing, builds what has changed, and runs the service with the app.
import { join } from 'node:path';
import { ensureBuilt } from './build-app.mjs';
import { becomeNode, ensureInstalled, root, runMain } from './toolchain.mjs';

const help = `npm start

Installs what is missing, builds the app, makes and seeds the database, and serves app and API.

  PORT          where to listen, 8080 if not set
  DATA_DIR      database, files and keys, .data in the repository if not set
  DATABASE_URL  a PostgreSQL of your own (15 or later) instead of the embedded one

All settings: docs/operations.md. Ctrl-C ends it; the next start finds all data again.
`;

await runMain(() => {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  ensureInstalled();
  ensureBuilt();
  becomeNode([join(root, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)]);
});
