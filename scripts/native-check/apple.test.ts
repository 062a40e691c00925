import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import * as apple from './apple.mjs';
import * as propertyLists from './property-lists.mjs';
import { removeSeeded, seeded } from './seeded-project.mjs';
import * as swift from './swift.mjs';

afterEach(() => {
  removeSeeded();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const sources = 'packages/native-shell/ios/Sources/NativeShellPlugin';
const ios = 'apps/mobile/ios/App';
const project = `${ios}/App.xcodeproj/project.pbxproj`;

// The repository itself is what `npm run native:check` looks at.
it.each([
  [project, 'IPHONEOS_DEPLOYMENT_TARGET = 15.4', 'IPHONEOS_DEPLOYMENT_TARGET = 15.0', /builds for iOS/],
  [project, 'dstSubfolderSpec = 13', 'dstSubfolderSpec = 10', /does not embed its share extension/],
  [project, ' /* Inbox.swift in Sources */,', ' /* Nothing in Sources */,', /does not compile Inbox\.swift/],
  [
    project,
    '/* SmokeTests.swift in Sources */,',
    '/* Nothing in Sources */,',
    /no target runs the smoke test/,
  ],
  [`${ios}/App/App.entitlements`, '<dict>', '<dict><key>aps-environment</key><string>x</string>', /asks for/],
  [
    `${ios}/App/Info.plist`,
    '<string>public.data</string>\n\t\t\t</array>\n\t\t</dict>\n\t</array>\n\t<key>CFB',
    '</array>\n\t\t</dict>\n\t</array>\n\t<key>CFB',
    /are not offered/,
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
    /WebKit goes into backups/,
  ],
  [
    `${sources}/StorageFolders.swift`,
    'openWhileLocked = ["CapacitorDatabase", ',
    'openWhileLocked = [',
    /CapacitorDatabase fails/,
  ],
  [
    `${sources}/StorageFolders.swift`,
    'isExcludedFromBackup = true',
    'isExcludedFromBackup = false',
    /no folder is excluded/,
  ],
  [`${sources}/DataProtectionPlugin.swift`, 'StorageFolders.protect()', '', /not protected at the start/],
  [
    `${sources}/DatabaseKey.swift`,
    'AfterFirstUnlockThisDeviceOnly',
    'AfterFirstUnlock',
    /not of this device alone/,
  ],
  [`${sources}/DatabaseKey.swift`, 'account: "sealflow_', 'account: "', /looks elsewhere/],
  [`${sources}/KeychainPlugin.swift`, 'DatabaseKey.bindToDevice()', '', /not bound to the device/],
  [`${sources}/KeychainItem.swift`, 'errSecInteractionNotAllowed', 'errSecAuthFailed', /locked Keychain/],
  [`${ios}/App/SceneDelegate.swift`, 'ShellViewController()', 'CAPBridgeViewController()', /another screen/],
  [
    `${sources}/MediaSchemeHandler.swift`,
    'scheme = "sealflow-media"',
    'scheme = "other"',
    /does not name other:/,
  ],
  [`${sources}/MediaSchemeHandler.swift`, '"Cache-Control": "no-store"', '"Age": "0"', /may be stored/],
  [`${sources}/MediaSchemeHandler.swift`, 'transfers[transfer.id] = nil', '', /WebKit has stopped/],
  [
    `${sources}/ShellViewController.swift`,
    'isElementFullscreenEnabled = false',
    'isElementFullscreenEnabled = true',
    /full screen takes/,
  ],
  [`${sources}/ShellViewController.swift`, 'view = container', '', /root view/],
  [
    `${sources}/ScreenGuardPlugin.swift`,
    '#selector(shieldAgain)',
    '#selector(coverUp)',
    /after a presentation/,
  ],
  [`${sources}/BridgeGuardPlugin.swift`, '@MainActor\nprivate final', 'private final', /main actor/],
  [`${ios}/App/AppDelegate.swift`, '@main', '@UIApplicationMain', /Swift 6 refuses/],
  [`${sources}/ForeignFile.swift`, 'coordinator.cancel()', '', /never ends/],
  [`${sources}/IncomingFilesPlugin.swift`, 'work.async { self.takeShared() }', '', /nobody takes/],
  ['packages/native-shell/Package.swift', 'exact: "', 'from: "', /floats/],
])('rejects a fault in %s (%#)', async (file, from, to, refusal) => {
  const problems = await apple.check(seeded(file, from, to));
  expect(problems.join('\n')).toMatch(refusal);
});

it('rejects a syntax error of the share extension, and a missing source', async () => {
  const broken = seeded(`${ios}/ShareExtension/SharedFiles.swift`, 'static func copy(', 'static func copy((');
  expect((await swift.check(broken)).join('\n')).toMatch(/SharedFiles\.swift.*syntax error/);
  const lost = seeded(project, 'NativeShellPlugin/Inbox.swift', 'NativeShellPlugin/Gone.swift');
  expect(propertyLists.check(lost).join('\n')).toMatch(/Gone\.swift, which is not there/);
});

it.each(['pkcs1', 'spki'] as const)('gives the plugins a key of %s in their expected form', async (type) => {
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
});
