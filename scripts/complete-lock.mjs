// node scripts/complete-lock.mjs [--check]: adds missing optional packages to package-lock.json, after `npm install` has changed it.
// Some packages have one optional dependency for each operating system. If a registry mirror lacks some of them, `npm install`
// omits them from the lock file, and `npm ci` then rejects the file. The script adds them with the exact versions that the
// packages require. With --check it only reports missing packages and exits with 1.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    lock.packages[`node_modules/${name}`] = buildEntry(entry, name, version);
    added.push(name);
  }
}

if (process.argv.includes('--check')) {
  if (added.length > 0)
    process.stderr.write(
      `package-lock.json lacks ${added.join(', ')}. To add them: node scripts/complete-lock.mjs\n`,
    );
  process.exitCode = added.length > 0 ? 1 : 0;
} else if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Searches as Node resolves packages: in `node_modules` of the dependent, then of each parent folder. */
function isLocked(dependentPath, name) {
  for (let from = dependentPath; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from && `${from}/`}node_modules/${name}` in lock.packages) return true;
    if (from === '') return false;
  }
}

/** Creates an entry of the lock file. The name contains the system: `@esbuild/linux-arm64`. */
function buildEntry(dependent, name, version) {
  if (!/^\d+\.\d+\.\d+[-.\w]*$/.test(version)) throw new Error(`${name}: ${version} is not an exact version`);
  const words = name.split(/[-/]/);
  const findWords = (known) => known.filter((word) => words.includes(word));
  const os = findWords(['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']);
  const cpu = findWords(['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']);
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`${name}: the name does not contain exactly one operating system and one CPU`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return {
    version,
    cpu,
    ...(dependent.dev ? { dev: true } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    os,
  };
}
