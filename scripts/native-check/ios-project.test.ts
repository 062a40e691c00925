import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createFaultyProject, deleteFaultyProjects } from './faulty-project.mjs';
import * as iosProject from './ios-project.mjs';
import * as propertyLists from './property-lists.mjs';
import * as swiftSyntax from './swift-syntax.mjs';

afterEach(() => {
  deleteFaultyProjects();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const sources = 'packages/native-shell/ios/Sources/NativeShellPlugin';
const ios = 'apps/mobile/ios/App';
const project = `${ios}/App.xcodeproj/project.pbxproj`;

// `npm run native:check` checks the repository itself. These tests check copies with a fault.
it.each([
  [
    project,
    'IPHONEOS_DEPLOYMENT_TARGET = 15.4',
    'IPHONEOS_DEPLOYMENT_TARGET = 15.0',
    /deployment target is iOS/,
  ],
  [project, 'dstSubfolderSpec = 13', 'dstSubfolderSpec = 10', /does not embed its share extension/],
  [project, ' /* Inbox.swift in Sources */,', ' /* Nothing in Sources */,', /does not compile Inbox\.swift/],
  [project, '/* SmokeTests.swift in Sources */,', '/* Nothing in Sources */,', /does not compile SmokeTests/],
  [
    `${ios}/App/App.entitlements`,
    '<dict>',
    '<dict><key>aps-environment</key><string>x</string>',
    /requests push/,
  ],
  [
    `${ios}/App/Info.plist`,
    '<string>public.data</string>\n\t\t\t</array>\n\t\t</dict>\n\t</array>\n\t<key>CFB',
    '</array>\n\t\t</dict>\n\t</array>\n\t<key>CFB',
    /does not offer files/,
  ],
  [
    `${ios}/App/Info.plist`,
    '<string>$(APP_GROUP)</string>',
    '<string>other</string>',
    /does not name the app group/,
  ],
  [
    `${ios}/ShareExtension/en.lproj/Localizable.strings`,
    '"too_many"',
    '"too_much"',
    /no text too_many in en/,
  ],
  [`${ios}/AppUITests/SmokeTests.swift`, '"同意并继续"', '"同意"', /waits for “同意”/],
  [
    `${sources}/StorageFolders.swift`,
    '"CapacitorDatabase", "WebKit", "NoCloud"]',
    '"CapacitorDatabase", "NoCloud"]',
    /backups include WebKit/,
  ],
  [
    `${sources}/StorageFolders.swift`,
    'openWhileLocked = ["CapacitorDatabase", ',
    'openWhileLocked = [',
    /CapacitorDatabase is not readable/,
  ],
  [
    `${sources}/StorageFolders.swift`,
    'isExcludedFromBackup = true',
    'isExcludedFromBackup = false',
    /does not exclude folders/,
  ],
  [`${sources}/DataProtectionPlugin.swift`, 'StorageFolders.protect()', '', /does not protect the folders/],
  [
    `${sources}/DatabaseKey.swift`,
    'AfterFirstUnlockThisDeviceOnly',
    'AfterFirstUnlock',
    /can leave this device/,
  ],
  [`${sources}/DatabaseKey.swift`, 'account: "sealflow_', 'account: "', /under another account/],
  [`${sources}/KeychainPlugin.swift`, 'DatabaseKey.bindToDevice()', '', /does not bind a passphrase/],
  [`${sources}/KeychainItem.swift`, 'errSecInteractionNotAllowed', 'errSecAuthFailed', /locked Keychain/],
  [
    `${ios}/App/SceneDelegate.swift`,
    'ShellViewController()',
    'CAPBridgeViewController()',
    /does not show ShellViewController/,
  ],
  [
    `${sources}/MediaSchemeHandler.swift`,
    'scheme = "sealflow-media"',
    'scheme = "other"',
    /does not allow other:/,
  ],
  [`${sources}/MediaSchemeHandler.swift`, '"Cache-Control": "no-store"', '"Age": "0"', /can be cached/],
  [`${sources}/MediaSchemeHandler.swift`, 'transfers[transfer.id] = nil', '', /WebKit has stopped/],
  [
    `${sources}/ShellViewController.swift`,
    'isElementFullscreenEnabled = false',
    'isElementFullscreenEnabled = true',
    /full screen leaves/,
  ],
  [`${sources}/ShellViewController.swift`, 'view = container', '', /root view/],
  [
    `${sources}/ScreenGuardPlugin.swift`,
    '#selector(shieldAgain)',
    '#selector(coverUp)',
    /after a presentation/,
  ],
  [`${sources}/BridgeGuardPlugin.swift`, '@MainActor\nprivate final', 'private final', /main actor/],
  [`${ios}/App/AppDelegate.swift`, '@main', '@UIApplicationMain', /Swift 6 rejects/],
  [`${sources}/ForeignFile.swift`, 'coordinator.cancel()', '', /never responds/],
  [`${sources}/IncomingFilesPlugin.swift`, 'work.async { self.takeShared() }', '', /does not read the files/],
  ['packages/native-shell/Package.swift', 'exact: "', 'from: "', /exact version/],
])('rejects a fault in %s (%#)', async (file, text, replacement, problem) => {
  const problems = await iosProject.check(createFaultyProject(file, text, replacement));
  expect(problems.join('\n')).toMatch(problem);
});

it('rejects a syntax error in the share extension, and a missing source', async () => {
  const broken = createFaultyProject(
    `${ios}/ShareExtension/SharedFiles.swift`,
    'static func copy(',
    'static func copy((',
  );
  expect((await swiftSyntax.check(broken)).join('\n')).toMatch(/SharedFiles\.swift.*syntax error/);
  const incomplete = createFaultyProject(
    project,
    'NativeShellPlugin/Inbox.swift',
    'NativeShellPlugin/Gone.swift',
  );
  expect(propertyLists.check(incomplete).join('\n')).toMatch(/Gone\.swift, which does not exist/);
});

it.each(['pkcs1', 'spki'] as const)(
  'passes a %s key to the plugins in the form that they expect',
  async (type) => {
    const folder = mkdtempSync(join(tmpdir(), 'sealflow-key-'));
    const file = join(folder, 'key.pem');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file, publicKey.export({ type, format: 'pem' }).toString().replaceAll('\n', '\r\n'));
    vi.stubEnv('BUNDLE_PUBLIC_KEY_FILE', file);
    const { default: config } = await import('../../apps/mobile/capacitor.config.ts');
    rmSync(folder, { recursive: true });
    expect(config.plugins?.LiveUpdate?.publicKey).toBe(
      publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    );
  },
);
