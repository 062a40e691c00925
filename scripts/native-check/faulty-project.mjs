// Copies of the native projects with a fault. Tests use them to verify that a check reports the fault.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedFolders, repository } from './project.mjs';

const copies = [];

/** Deletes all copies that `createFaultyProject` has created since the last call. */
export function deleteFaultyProjects() {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
}

/**
 * Copies the native projects and replaces the first occurrence of a text.
 * @param {string} file - path from the root of the repository.
 * @param {string} text - the text to replace.
 * @param {string} replacement
 * @returns {import('./project.mjs').Project}
 * @throws {Error} if the file does not contain the text.
 */
export function createFaultyProject(file, text, replacement) {
  const copy = mkdtempSync(join(tmpdir(), 'sealflow-faulty-'));
  copies.push(copy);
  const project = { app: join(copy, 'apps/mobile'), shell: join(copy, 'packages/native-shell') };
  const filter = (path) => !generatedFolders.has(path.split('/').at(-1) ?? '');
  for (const part of ['android', 'ios', 'capacitor.config.ts', 'package.json'])
    cpSync(join(repository.app, part), join(project.app, part), { recursive: true, filter });
  cpSync(repository.shell, project.shell, { recursive: true, filter });
  const content = readFileSync(join(copy, file), 'utf8');
  if (!content.includes(text)) throw new Error(`${file} does not contain: ${text}`);
  writeFileSync(join(copy, file), content.replace(text, replacement));
  return project;
}
