// npm run native:build -- test|production: builds the web side of one environment and puts it into both native projects.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, environment, findNode, root, runMain, Stop } from './toolchain.mjs';

const app = join(root, 'apps', 'mobile');
const read = (file) => JSON.parse(readFileSync(join(app, file), 'utf8'));

/**
 * What a build of an environment is told; what the machine's own environment says goes before.
 * @param {string} name - `test` or `production`.
 * @returns {Record<string, string>}
 */
export function nativeVariables(name) {
  const known = read('native/environments.json');
  if (!Object.hasOwn(known, name)) {
    throw new Stop(`usage: npm run native:build -- ${Object.keys(known).join('|')} [--no-sync]`);
  }
  return {
    VITE_ENVIRONMENT: name,
    VITE_API_HOST: process.env.VITE_API_HOST || known[name].host,
    VITE_APP_BUILD: process.env.VITE_APP_BUILD || '1',
    VITE_TAKES_CODE: process.env.BUNDLE_PUBLIC_KEY_FILE ? 'yes' : 'no',
  };
}

/**
 * The web side alone.
 * @param {{ variables: Record<string, string>, outDir?: string }} options
 */
export function buildWeb({ variables, outDir = join(app, 'native', 'dist') }) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(
    [vite, 'build', '--mode', 'native', '--logLevel', 'error', '--emptyOutDir', '--outDir', outDir],
    variables,
  );
}

function run(args, variables) {
  const { status } = spawnSync(findNode(), args, {
    cwd: app,
    stdio: ['ignore', process.stderr, process.stderr],
    env: environment(variables),
  });
  if (status !== 0) throw new Stop('The native build failed: see above.');
}

/** What a build of iOS with pushes is signed with; one without asks for no right to them. */
export const pushEntitlements = 'App/AppPush.entitlements';

/** The version's number for Xcode, and the rights of its pushes; Gradle reads the package itself. */
function writeVersion({ VITE_APP_BUILD: build }) {
  const lines = [
    `MARKETING_VERSION = ${read('package.json').version}`,
    `CURRENT_PROJECT_VERSION = ${build}`,
    ...(process.env.VITE_PUSH ? [`APP_ENTITLEMENTS = ${pushEntitlements}`] : []),
    '',
  ];
  writeFileSync(join(app, 'ios', 'config', 'built.xcconfig'), lines.join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => {
    const [name = '', ...options] = process.argv.slice(2);
    const variables = nativeVariables(name);
    ensureInstalled();
    buildWeb({ variables });
    run([join(root, 'scripts', 'engines', 'main.ts'), 'output', 'apps/mobile/native/dist'], variables);
    if (options.includes('--no-sync')) return;
    writeVersion(variables);
    run([join(root, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor'), 'sync'], variables);
  });
}
