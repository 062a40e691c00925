import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { childEnvironment, findNode } from '../toolchain.mjs';
import { builtFolders, filesIn, modules, repository, run } from './project.mjs';

export const name = 'cap sync leaves no difference, and finds our own plugins';

const cli = join(modules, '@capacitor', 'cli', 'bin', 'capacitor');

/** Both are written below the folder that they lie in. */
const generated = [
  'android/capacitor.settings.gradle',
  'android/app/capacitor.build.gradle',
  'ios/App/CapApp-SPM/Package.swift',
];

/** Capacitor looks for them in the sources; a guard that it does not find guards nothing. */
const ownPlugins = {
  'ios/App/App/capacitor.config.json': [
    'BoundKeyPlugin',
    'BridgeGuardPlugin',
    'DataProtectionPlugin',
    'IncomingFilesPlugin',
    'KeychainPlugin',
    'MediaRangesPlugin',
    'ScreenGuardPlugin',
  ],
  'android/app/src/main/assets/capacitor.plugins.json': [
    'BoundKeyPlugin',
    'IncomingFilesPlugin',
    'PackageInstallerPlugin',
    'ScreenGuardPlugin',
  ],
};

/** The same packages lie at the end of another way up from a copy. */
function withRealPaths(text, file) {
  return text.replaceAll(/(['"])((?:\.\.\/)+[^'"]+)\1/g, (_whole, quote, path) => {
    const found = resolve(dirname(file), path);
    const parts = ['node_modules/', 'packages/', 'apps/'].map((part) => found.lastIndexOf(part));
    return `${quote}${found.slice(Math.max(...parts))}${quote}`;
  });
}

const read = (app, file) => withRealPaths(readFileSync(join(app, file), 'utf8'), join(app, file));

/** Puts a copy where it resolves the repository's packages. @returns the copy of the app. */
function copied({ app, shell }, work) {
  symlinkSync(modules, join(work, 'node_modules'));
  const copy = join(work, 'apps', 'mobile');
  const isOurs = (path) => !builtFolders.has(basename(path));
  for (const part of ['package.json', 'capacitor.config.ts', 'android', 'ios'])
    cpSync(join(app, part), join(copy, part), { recursive: true, filter: isOurs });
  cpSync(shell, join(work, 'packages', 'native-shell'), { recursive: true });
  mkdirSync(join(copy, 'native', 'dist'), { recursive: true });
  writeFileSync(join(copy, 'native', 'dist', 'index.html'), '<head></head>');
  return copy;
}

/**
 * What is committed is a build without pushes.
 * @param {import('./project.mjs').Project} [project]
 */
export function check(project = repository) {
  const work = mkdtempSync(join(tmpdir(), 'sealflow-sync-'));
  try {
    const copy = copied(project, work);
    const before = new Map(
      filesIn(copy, '').map((file) => [relative(copy, file), readFileSync(file, 'latin1')]),
    );
    const { ok, output } = run(findNode(), [cli, 'sync'], {
      cwd: copy,
      env: childEnvironment({ VITE_PUSH: '' }),
    });
    if (!ok) return [output];
    return [
      ...Object.entries(ownPlugins).flatMap(([file, plugins]) => {
        const registered = readFileSync(join(copy, file), 'utf8');
        return plugins
          .filter((plugin) => !registered.includes(`${plugin}"`))
          .map((plugin) => `${file} does not register ${plugin}`);
      }),
      ...generated
        .filter((file) => read(copy, file) !== read(project.app, file))
        .map((file) => `${file} is not what cap sync writes`),
      ...[...before]
        .filter(([file]) => !generated.includes(file) && !isIgnored(file))
        .filter(
          ([file, text]) =>
            !existsSync(join(copy, file)) || readFileSync(join(copy, file), 'latin1') !== text,
        )
        .map(([file]) => `cap sync changes ${file}`),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Written anew by each sync, and never committed. */
const isIgnored = (file) => /capacitor\.(?:config|plugins)\.json$|\/config\.xml$|\.xcconfig$/.test(file);
