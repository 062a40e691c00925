import { afterEach, beforeAll, expect, it } from 'vitest';
import { completeAndroidJar } from '../android-jar.mjs';
import * as bridgeMethods from './bridge-methods.mjs';
import { frameProblems, pageProblems } from './built-page.mjs';
import * as capSync from './cap-sync.mjs';
import * as exported from './exported.mjs';
import * as hardening from './hardening.mjs';
import * as java from './java.mjs';
import * as javaTests from './java-tests.mjs';
import * as propertyLists from './property-lists.mjs';
import * as resources from './resources.mjs';
import { removeSeeded, seeded } from './seeded-project.mjs';
import * as swift from './swift.mjs';

afterEach(removeSeeded);

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
  const problem = completeAndroidJar();
  if (problem) throw new Error(problem);
});

// The repository itself is what `npm run native:check` looks at.
it.each([
  [
    'exported',
    exported,
    manifest,
    'AuthActivity" android:exported="false"',
    'AuthActivity"',
    /exported is missing/,
  ],
  [
    'exported',
    exported,
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
  ['hardening', hardening, config, 'allowNavigation: []', "allowNavigation: ['*']", /leave for other hosts/],
  ['hardening', hardening, config, 'publicKey: bundleKey', '// no key', /unsigned/],
  [
    'resources',
    resources,
    manifest,
    '@style/AppTheme.NoActionBarLaunch',
    '@style/AppTheme.Nowhere',
    /AppTheme\.Nowhere/,
  ],
  ['java', java, guard, 'Boolean isWanted = call', 'int isWanted = call', /incompatible types/],
  ['bridge methods', bridgeMethods, boundKey, 'name: "derive"', 'name: "drive"', /derive is not in the list/],
  ['java tests', javaTests, safeName, 'MAX_CHARACTERS = 120', 'MAX_CHARACTERS = 121', /makesNamesSafe/],
  [
    'swift',
    swift,
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
    /Gone\.swift, which is not there/,
  ],
  ['cap sync', capSync, config, "  '@capacitor/share',\n", '', /is not what cap sync writes/],
])('%s: rejects a seeded fault', async (_name, gate, file, from, to, refusal) => {
  const problems: string[] = await gate.check(seeded(file, from, to));
  expect(problems.join('\n')).toMatch(refusal);
});

const host = 'https://host.example';
const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${host}; style-src 'self'; worker-src 'self'; child-src 'self'; frame-src 'self'; media-src 'self' blob: sealflow-media:; base-uri 'none'; object-src 'none'`;
const checked = '<script src="/assets/web-view-check.js"></script></head><body>';
const page = (content: string, rest = '', end = checked) =>
  `<head><meta http-equiv="Content-Security-Policy" content="${content}">${rest}${end}`;

it('rejects a page that allows or contains inline scripts', () => {
  expect(pageProblems(page(policy), host)).toEqual([]);
  expect(pageProblems(page(policy, '<script>1</script>'), host)).toEqual(['the page has an inline script']);
  expect(pageProblems(page(policy, '', '</head><body>'), host)).toEqual([
    expect.stringContaining('WebView is too old'),
  ]);
  expect(pageProblems(page(policy.replace("'self' https", '* https')), host)).not.toEqual([]);
  expect(pageProblems('<head><script src="/a.js"></script></head>', host)).not.toEqual([]);
});

it.each([
  "worker-src 'self'; ",
  "child-src 'self'; ",
  "frame-src 'self'; ",
  "media-src 'self' blob: sealflow-media:; ",
])('rejects a page without %s', (part) => {
  expect(pageProblems(page(policy.replace(part, '')), host)).toEqual([
    `the policy has no ${part.trim().replace(';', '')}`,
  ]);
});

it('rejects a frame of a viewer that allows workers or frames from other origins', () => {
  const policy =
    "default-src 'none'; script-src 'sha256-x='; worker-src blob:; child-src blob:; frame-src 'none'; style-src 'unsafe-inline'";
  const page = (content: string) =>
    `<head><meta http-equiv="Content-Security-Policy" content="${content}"></head>`;
  expect(frameProblems(page(policy))).toEqual([]);
  expect(frameProblems(page(policy.replace(' child-src blob:;', '')))).toHaveLength(1);
  expect(frameProblems(page(policy.replace(" frame-src 'none';", '')))).toHaveLength(1);
  expect(frameProblems('<head></head>')).toHaveLength(2);
});
