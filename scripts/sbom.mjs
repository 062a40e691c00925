// Writes what the service and its app are made of, as CycloneDX JSON, from the lock file alone:
//   npm run -s sbom -- FILE
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, runMain, ScriptError } from './toolchain.mjs';

/** What is shipped: tools of the tests and the benchmarks are not. */
const shipped = ['apps/server', 'apps/mobile', 'apps/console'];

await runMain(() => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new ScriptError('npm run -s sbom -- FILE');
  const bom = read();
  demandWhole(bom);
  // npm names the whole by the folder that it lies in.
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  bom.metadata.component.name = name;
  writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', file), `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${file}: ${bom.components.length} components\n`);
});

function read() {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  ];
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    [...args, ...shipped.flatMap((folder) => ['--workspace', folder])],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  if (error) throw new ScriptError(`npm cannot be run: ${error.message}`);
  if (status !== 0) throw new ScriptError(stderr);
  return JSON.parse(stdout);
}

/** Every library has its exact version and digest; only what is ours, or built for another system, has none. */
function demandWhole({ components }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const isKnown = ({ name }) =>
    Object.entries(lock).some(
      ([path, { link, optional }]) => (link || optional) && path.endsWith(`node_modules/${name}`),
    );
  const ours = new Set(
    Object.keys(lock)
      .filter((path) => !path.includes('node_modules/'))
      .map((path) => path.split('/').at(-1)),
  );
  const bare = components.filter((one) => !one.hashes?.length && !ours.has(one.name) && !isKnown(one));
  if (bare.length > 0) throw new ScriptError(`without a digest: ${bare.map(({ name }) => name).join(', ')}`);
}
