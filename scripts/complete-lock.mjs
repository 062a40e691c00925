// Where a registry mirror lacks a package's builds for other systems, npm leaves them out of the lock file, and then
// its own `npm ci` refuses the file. This names them again, by the exact versions their packages ask for; run it
// after `npm install` has changed the lock file. With --check it only says what is missing.
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
    process.stderr.write(`package-lock.json lacks ${added.join(', ')}: run node scripts/complete-lock.mjs\n`);
  process.exitCode = added.length > 0 ? 1 : 0;
} else if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Looked for as Node does: beside the package that asks, then outwards. */
function isLocked(path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from && `${from}/`}node_modules/${name}` in lock.packages) return true;
    if (from === '') return false;
  }
}

function buildEntry(asking, name, version) {
  if (!/^\d+\.\d+\.\d+[-.\w]*$/.test(version))
    throw new Error(`${name}: ${version} is not one exact version`);
  const words = name.split(/[-/]/);
  const pick = (known) => known.filter((word) => words.includes(word));
  const os = pick(['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']);
  const cpu = pick(['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']);
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} does not say for which system it is`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return {
    version,
    cpu,
    ...(asking.dev ? { dev: true } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    os,
  };
}
