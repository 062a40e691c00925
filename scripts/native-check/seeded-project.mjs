import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFolders, repository } from './project.mjs';

const copies = [];

/** Removes the copies that were made since the last call. */
export function removeSeeded() {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
}

/**
 * A copy of the native parts in which one place reads otherwise.
 * @param {string} file - below the repository.
 * @param {string} from - what stands there.
 * @param {string} to - what the copy says instead.
 * @returns {import('./project.mjs').Project}
 */
export function seeded(file, from, to) {
  const copy = mkdtempSync(join(tmpdir(), 'sealflow-seeded-'));
  copies.push(copy);
  const project = { app: join(copy, 'apps/mobile'), shell: join(copy, 'packages/native-shell') };
  const filter = (path) => !builtFolders.has(path.split('/').at(-1) ?? '');
  for (const part of ['android', 'ios', 'capacitor.config.ts', 'package.json'])
    cpSync(join(repository.app, part), join(project.app, part), { recursive: true, filter });
  cpSync(repository.shell, project.shell, { recursive: true, filter });
  const text = readFileSync(join(copy, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
  writeFileSync(join(copy, file), text.replace(from, to));
  return project;
}
