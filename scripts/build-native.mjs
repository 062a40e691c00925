// npm run native:build -- test|production [--no-sync]: builds the web app for one environment and copies it into both native
// projects. --no-sync only builds.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment, ensureInstalled, findNode, root, runMain, ScriptError } from './toolchain.mjs';

const app = join(root, 'apps', 'mobile');
const readJson = (file) => JSON.parse(readFileSync(join(app, file), 'utf8'));

/**
 * Returns the variables of a native build. A variable of this process overrides the default of the environment.
 * @param {string} name - `test` or `production`.
 * @returns {Record<string, string>}
 */
export function nativeVariables(name) {
  const environments = readJson('native/environments.json');
  if (!Object.hasOwn(environments, name)) {
    throw new ScriptError(
      `usage: npm run native:build -- ${Object.keys(environments).join('|')} [--no-sync]`,
    );
  }
  return {
    VITE_ENVIRONMENT: name,
    VITE_API_HOST: process.env.VITE_API_HOST || environments[name].host,
    VITE_APP_BUILD: process.env.VITE_APP_BUILD || '1',
    VITE_TAKES_CODE: process.env.BUNDLE_PUBLIC_KEY_FILE ? 'yes' : 'no',
  };
}

/**
 * Builds the web app of the native shells. The native projects stay unchanged.
 * @param {{ variables: Record<string, string>, outDir?: string }} options
 */
export function buildWeb({ variables, outDir = join(app, 'native', 'dist') }) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  runNode(
    [vite, 'build', '--mode', 'native', '--logLevel', 'error', '--emptyOutDir', '--outDir', outDir],
    variables,
  );
}

function runNode(args, variables) {
  const { status } = spawnSync(findNode(), args, {
    cwd: app,
    stdio: ['ignore', process.stderr, process.stderr],
    env: childEnvironment(variables),
  });
  if (status !== 0) throw new ScriptError('The native build failed. Its output is above.');
}

/** The entitlements of an iOS build with push notifications. Other builds do not request the entitlement for them. */
export const pushEntitlements = 'App/AppPush.entitlements';

/** Writes the version and the entitlements for Xcode. Gradle reads the version from package.json. */
function writeXcodeSettings({ VITE_APP_BUILD: build }) {
  const lines = [
    `MARKETING_VERSION = ${readJson('package.json').version}`,
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
    runNode([join(root, 'scripts', 'engines', 'main.ts'), 'output', 'apps/mobile/native/dist'], variables);
    if (options.includes('--no-sync')) return;
    writeXcodeSettings(variables);
    runNode([join(root, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor'), 'sync'], variables);
  });
}
