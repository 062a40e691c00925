// node scripts/run.mjs FILE [arguments]: installs missing packages, then runs a file of the repository with the Node of the lock
// file.
import { join } from 'node:path';
import { delegateToNode, ensureInstalled, root, runMain, ScriptError } from './toolchain.mjs';

await runMain(() => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new ScriptError('usage: node scripts/run.mjs FILE [arguments]');
  ensureInstalled();
  delegateToNode([join(root, file), ...args]);
});
