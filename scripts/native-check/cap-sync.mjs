// Runs `cap sync` in a copy of the native projects and compares the result with the repository.
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
import { filesIn, generatedFolders, nodeModules, repository, run } from './project.mjs';

export const name = 'cap sync changes no committed file and finds our plugins';

const cli = join(nodeModules, '@capacitor', 'cli', 'bin', 'capacitor');

/** Committed files that `cap sync` generates. They contain relative paths. */
const generatedFiles = [
  'android/capacitor.settings.gradle',
  'android/app/capacitor.build.gradle',
  'ios/App/CapApp-SPM/Package.swift',
];

/** The plugins that `cap sync` must find in our sources. A plugin that it does not find has no effect. */
const ownPlugins = {
  'ios/App/App/capacitor.config.json': [
    'BoundKeyPlugin',
    'BridgeGuardPlugin',
    'DataProtectionPlugin',
    'DecisionActionsPlugin',
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

/** Replaces relative paths, which differ between the copy and the repository, by paths from the root of the repository. */
function withRootPaths(text, file) {
  return text.replaceAll(/(['"])((?:\.\.\/)+[^'"]+)\1/g, (_whole, quote, path) => {
    const absolute = resolve(dirname(file), path);
    const parts = ['node_modules/', 'packages/', 'apps/'].map((part) => absolute.lastIndexOf(part));
    return `${quote}${absolute.slice(Math.max(...parts))}${quote}`;
  });
}

const read = (app, file) => withRootPaths(readFileSync(join(app, file), 'utf8'), join(app, file));

/** Copies the native projects, with a link to the installed packages. @returns {string} the folder of the copied app. */
function copyProject({ app, shell }, work) {
  symlinkSync(nodeModules, join(work, 'node_modules'));
  const copy = join(work, 'apps', 'mobile');
  const isNotGenerated = (path) => !generatedFolders.has(basename(path));
  for (const part of ['package.json', 'capacitor.config.ts', 'android', 'ios'])
    cpSync(join(app, part), join(copy, part), { recursive: true, filter: isNotGenerated });
  cpSync(shell, join(work, 'packages', 'native-shell'), { recursive: true });
  mkdirSync(join(copy, 'native', 'dist'), { recursive: true });
  writeFileSync(join(copy, 'native', 'dist', 'index.html'), '<head></head>');
  return copy;
}

/**
 * The committed projects are those of a build without a push service.
 * @param {import('./project.mjs').Project} [project]
 */
export function check(project = repository) {
  const work = mkdtempSync(join(tmpdir(), 'sealflow-sync-'));
  try {
    const copy = copyProject(project, work);
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
      ...generatedFiles
        .filter((file) => read(copy, file) !== read(project.app, file))
        .map((file) => `${file} is not what cap sync writes`),
      ...[...before]
        .filter(([file]) => !generatedFiles.includes(file) && !isIgnored(file))
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

/** Files that each sync rewrites and that are not committed. */
const isIgnored = (file) => /capacitor\.(?:config|plugins)\.json$|\/config\.xml$|\.xcconfig$/.test(file);
