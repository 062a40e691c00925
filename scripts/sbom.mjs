// Writes the software bill of materials of the service and the app, as CycloneDX JSON. The source is the lock file, and the list of
// libraries that packages contain in compiled form.
//   npm run -s sbom -- FILE
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveParts, engineParts } from '../apps/mobile/installable/compiled-parts.mjs';
import { root, runMain, ScriptError } from './toolchain.mjs';

/** The workspaces that are shipped. Tests and benchmarks are not. */
const shippedWorkspaces = ['apps/server', 'apps/mobile', 'apps/console'];

await runMain(() => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new ScriptError('usage: npm run -s sbom -- FILE');
  const bom = generateBom();
  assertDigests(bom);
  bom.components.push(...[...archiveParts, ...engineParts].map(componentOf));
  // npm uses the name of the folder as the name of the project.
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  bom.metadata.component.name = name;
  writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', file), `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${file}: ${bom.components.length} components\n`);
});

/** A library inside a package of the lock file. The digest is that of the package. */
function componentOf({ name, version, identifier }) {
  return {
    'bom-ref': `compiled:${name}`,
    type: 'library',
    name,
    version,
    licenses: [{ license: { name: identifier } }],
  };
}

function generateBom() {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  ];
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    [...args, ...shippedWorkspaces.flatMap((folder) => ['--workspace', folder])],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  if (error) throw new ScriptError(`npm does not start: ${error.message}`);
  if (status !== 0) throw new ScriptError(stderr);
  return JSON.parse(stdout);
}

/**
 * Requires a digest for each component. Workspaces and optional builds for other systems have none.
 * @throws {ScriptError} if a digest is missing.
 */
function assertDigests({ components }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const isLinkedOrOptional = ({ name }) =>
    Object.entries(lock).some(
      ([path, { link, optional }]) => (link || optional) && path.endsWith(`node_modules/${name}`),
    );
  const workspaces = new Set(
    Object.keys(lock)
      .filter((path) => !path.includes('node_modules/'))
      .map((path) => path.split('/').at(-1)),
  );
  const withoutDigest = components.filter(
    (one) => !one.hashes?.length && !workspaces.has(one.name) && !isLinkedOrOptional(one),
  );
  if (withoutDigest.length > 0)
    throw new ScriptError(`components without a digest: ${withoutDigest.map(({ name }) => name).join(', ')}`);
}
