// node scripts/run.mjs FILE [arguments]: installs what is missing, then runs the file on the lock file's Node.
import { join } from 'node:path';
import { becomeNode, ensureInstalled, root, runMain, Stop } from './toolchain.mjs';

await runMain(() => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Stop('usage: node scripts/run.mjs FILE [arguments]');
  ensureInstalled();
  becomeNode([join(root, file), ...args]);
});
