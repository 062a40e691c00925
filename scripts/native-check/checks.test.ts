import { afterEach, beforeAll, expect, it } from 'vitest';
import { ensureAndroidJar } from '../android-jar.mjs';
import * as bridgeMethods from './bridge-methods.mjs';
import { frameProblems, pageProblems } from './built-page.mjs';
import * as capSync from './cap-sync.mjs';
import * as exportedComponents from './exported-components.mjs';
import { createFaultyProject, deleteFaultyProjects } from './faulty-project.mjs';
import * as hardening from './hardening.mjs';
import * as javaCompilation from './java-compilation.mjs';
import * as javaTests from './java-tests.mjs';
import * as propertyLists from './property-lists.mjs';
import * as resources from './resources.mjs';
import * as swiftSyntax from './swift-syntax.mjs';

afterEach(deleteFaultyProjects);

const manifest = 'apps/mobile/android/app/src/main/AndroidManifest.xml';
const jpush = 'apps/mobile/android/app/src/jpush/AndroidManifest.xml';
const network = 'apps/mobile/android/app/src/main/res/xml/network_security_config.xml';
const config = 'apps/mobile/capacitor.config.ts';
const guard = 'packages/native-shell/android/src/main/java/cn/sealflow/shell/ScreenGuardPlugin.java';
const boundKey = 'packages/native-shell/ios/Sources/NativeShellPlugin/BoundKeyPlugin.swift';
const safeName = 'packages/native-shell/android/src/main/java/cn/sealflow/shell/SafeName.java';
const bridgeGuard = 'packages/native-shell/ios/Sources/NativeShellPlugin/BridgeGuardPlugin.swift';

const texts = 'apps/mobile/ios/App/App/zh-Hans.lproj/InfoPlist.strings';
const project = 'apps/mobile/ios/App/App.xcodeproj/project.pbxproj';

beforeAll(() => {
  const problem = ensureAndroidJar();
  if (problem) throw new Error(problem);
});

// `npm run native:check` checks the repository itself. These tests check copies with a fault.
it.each([
  [
    'exported components',
    exportedComponents,
    manifest,
    'AuthActivity" android:exported="false"',
    'AuthActivity"',
    /exported is missing/,
  ],
  [
    'exported components',
    exportedComponents,
    jpush,
    'service.DaemonService" tools:node="remove"',
    'service.Other"',
    /DaemonService.*true/,
  ],
  [
    'hardening',
    hardening,
    network,
    'cleartextTrafficPermitted="false"',
    'cleartextTrafficPermitted="true"',
    /cleartext/,
  ],
  [
    'hardening',
    hardening,
    jpush,
    'READ_PHONE_STATE" tools:node="remove"',
    'READ_PHONE_STATE"',
    /READ_PHONE_STATE/,
  ],
  [
    'hardening',
    hardening,
    config,
    'allowNavigation: []',
    "allowNavigation: ['*']",
    /navigate to other hosts/,
  ],
  ['hardening', hardening, config, 'publicKey: bundleKey', '// no key', /unsigned/],
  [
    'resources',
    resources,
    manifest,
    '@style/AppTheme.NoActionBarLaunch',
    '@style/AppTheme.Nowhere',
    /AppTheme\.Nowhere/,
  ],
  [
    'java compilation',
    javaCompilation,
    guard,
    'Boolean isWanted = call',
    'int isWanted = call',
    /incompatible types/,
  ],
  ['bridge methods', bridgeMethods, boundKey, 'name: "derive"', 'name: "drive"', /derive is not in the list/],
  ['java tests', javaTests, safeName, 'MAX_CHARACTERS = 120', 'MAX_CHARACTERS = 121', /makesNamesSafe/],
  [
    'swift syntax',
    swiftSyntax,
    bridgeGuard,
    'override public func load() {',
    'override public func load( {',
    /syntax error/,
  ],
  [
    'property lists',
    propertyLists,
    texts,
    '"NSFaceIDUsageDescription"',
    '"Other"',
    /no text for NSFaceIDUsageDescription/,
  ],
  [
    'property lists',
    propertyLists,
    project,
    'path = AppDelegate.swift',
    'path = Gone.swift',
    /Gone\.swift, which does not exist/,
  ],
  ['cap sync', capSync, config, "  '@capacitor/share',\n", '', /is not what cap sync writes/],
])('%s: reports a fault', async (_name, { check }, file, text, replacement, problem) => {
  const problems: string[] = await check(createFaultyProject(file, text, replacement));
  expect(problems.join('\n')).toMatch(problem);
});

const host = 'https://host.example';
const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${host}; style-src 'self'; worker-src 'self'; child-src 'self'; frame-src 'self'; media-src 'self' blob: sealflow-media:; base-uri 'none'; object-src 'none'`;
const webViewCheck = '<script src="/assets/web-view-check.js"></script></head><body>';
const pageWith = (content: string, rest = '', end = webViewCheck) =>
  `<head><meta http-equiv="Content-Security-Policy" content="${content}">${rest}${end}`;

it('rejects a page that allows or contains inline scripts', () => {
  expect(pageProblems(pageWith(policy), host)).toEqual([]);
  expect(pageProblems(pageWith(policy, '<script>1</script>'), host)).toEqual([
    'the page has an inline script',
  ]);
  expect(pageProblems(pageWith(policy, '', '</head><body>'), host)).toEqual([
    expect.stringContaining('web-view-check.js'),
  ]);
  expect(pageProblems(pageWith(policy.replace("'self' https", '* https')), host)).not.toEqual([]);
  expect(pageProblems('<head><script src="/a.js"></script></head>', host)).not.toEqual([]);
});

it.each([
  "worker-src 'self'; ",
  "child-src 'self'; ",
  "frame-src 'self'; ",
  "media-src 'self' blob: sealflow-media:; ",
])('rejects a page without %s', (part) => {
  expect(pageProblems(pageWith(policy.replace(part, '')), host)).toEqual([
    `the policy has no ${part.trim().replace(';', '')}`,
  ]);
});

it('rejects a frame of a viewer that allows workers or frames from other origins', () => {
  const policy =
    "default-src 'none'; script-src 'sha256-x='; worker-src blob:; child-src blob:; frame-src 'none'; style-src 'unsafe-inline'";
  const frameWith = (content: string) =>
    `<head><meta http-equiv="Content-Security-Policy" content="${content}"></head>`;
  expect(frameProblems(frameWith(policy))).toEqual([]);
  expect(frameProblems(frameWith(policy.replace(' child-src blob:;', '')))).toHaveLength(1);
  expect(frameProblems(frameWith(policy.replace(" frame-src 'none';", '')))).toHaveLength(1);
  expect(frameProblems('<head></head>')).toHaveLength(2);
});
