import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import plist from 'plist';
import xcode from 'xcode';
import { filesIn, repository } from './project.mjs';

export const name = 'the shell of iOS: least version, storage, media scheme, share extension, smoke test';

/** What docs/phone.md promises; below it `<dialog>`, `worker-src` and the app's least functions are missing. */
const leastVersion = '15.4';

const unless = (holds, problem) => (holds ? [] : [problem]);
const unquoted = (text) => text?.replaceAll(/^"|"$/g, '');
const matches = (text, pattern) => Array.from(text.matchAll(pattern), ([, found]) => found);
const sourceOf = (shell, file) =>
  readFileSync(join(shell, 'ios', 'Sources', 'NativeShellPlugin', file), 'utf8');
const plistOf = (app, file) => plist.parse(readFileSync(join(app, 'ios', 'App', file), 'utf8'));

function targetFacts({ app }) {
  const file = join(app, 'ios', 'App', 'App.xcodeproj', 'project.pbxproj');
  const { objects } = xcode.project(file).parseSync().hash.project;
  const targets = Object.values(objects.PBXNativeTarget).filter(({ name: called }) => called);
  const target = (called) => targets.find((one) => unquoted(one.name) === called);
  const [main, share, tests] = ['App', 'ShareExtension', 'AppUITests'].map(target);
  const versions = Object.values(objects.XCBuildConfiguration)
    .map(({ buildSettings }) => buildSettings?.IPHONEOS_DEPLOYMENT_TARGET)
    .filter((version) => version !== undefined);
  const sources = (owner) =>
    (owner?.buildPhases ?? [])
      .flatMap(({ value }) => objects.PBXSourcesBuildPhase[value]?.files ?? [])
      .map(({ comment }) => comment.replace(' in Sources', ''));
  const embedded = Object.entries(objects.PBXCopyFilesBuildPhase ?? {}).filter(
    ([id, phase]) =>
      phase.dstSubfolderSpec === 13 &&
      main?.buildPhases.some(({ value }) => value === id) &&
      phase.files.some(({ comment }) => comment.startsWith('ShareExtension.appex')),
  );
  return [
    ...unless(
      versions.length > 0 && versions.every((version) => String(version) === leastVersion),
      `the project builds for iOS ${[...new Set(versions)].join(', ')}, not ${leastVersion}`,
    ),
    ...unless(embedded.length === 1, 'the app does not embed its share extension'),
    ...unless(
      unquoted(share?.productType) === 'com.apple.product-type.app-extension',
      'the share extension is no extension',
    ),
    ...['ShareViewController.swift', 'SharedFiles.swift', 'Inbox.swift', 'SafeName.swift', 'Deadline.swift']
      .filter((source) => !sources(share).includes(source))
      .map((source) => `the share extension does not compile ${source}`),
    ...unless(sources(tests).includes('SmokeTests.swift'), 'no target runs the smoke test'),
    ...filesIn(join(app, 'ios', 'App'), '.xcscheme').flatMap((scheme) =>
      unless(readFileSync(scheme, 'utf8').includes('AppUITests.xctest'), `${scheme} runs no tests`),
    ),
  ];
}

const group = '$(APP_GROUP)';
const groupKey = 'com.apple.security.application-groups';

function rightsFacts({ app }) {
  const plain = plistOf(app, 'App/App.entitlements');
  const { 'aps-environment': pushes, ...rest } = plistOf(app, 'App/AppPush.entitlements');
  const share = plistOf(app, 'ShareExtension/ShareExtension.entitlements');
  return [
    ...unless(plain['aps-environment'] === undefined, 'a build without pushes asks for the right to them'),
    ...unless(pushes === '$(APS_ENVIRONMENT)', 'a build with pushes has no right to them'),
    ...unless(JSON.stringify(rest) === JSON.stringify(plain), 'the entitlements differ beyond the pushes'),
    ...[plain, share].flatMap((rights) =>
      unless(rights[groupKey]?.[0] === group, 'the app and its extension share no group'),
    ),
    ...unless(
      share['com.apple.developer.default-data-protection'] === 'NSFileProtectionComplete',
      'files of the extension are not protected while the phone is locked',
    ),
    ...['App/Info.plist', 'ShareExtension/Info.plist'].flatMap((file) =>
      unless(plistOf(app, file).SealflowAppGroup === group, `${file} does not name the app group`),
    ),
    ...['production', 'test'].flatMap((flavour) =>
      unless(
        /^APP_GROUP = group\.cn\.sealflow\./m.test(
          readFileSync(join(app, 'ios', 'config', `${flavour}.xcconfig`), 'utf8'),
        ),
        `${flavour}.xcconfig names no app group`,
      ),
    ),
  ];
}

function documentFacts({ app }) {
  const { CFBundleDocumentTypes: types, UTExportedTypeDeclarations: exported } = plistOf(
    app,
    'App/Info.plist',
  );
  const offered = (rank) =>
    types.filter((type) => type.LSHandlerRank === rank).flatMap((type) => type.LSItemContentTypes);
  const own = exported.find((type) => type.UTTypeIdentifier === 'cn.sealflow.tdf');
  return [
    ...unless(offered('Owner').includes('cn.sealflow.tdf'), 'the app does not own .tdf'),
    ...unless(
      own?.UTTypeTagSpecification['public.filename-extension'].includes('tdf'),
      'the type of .tdf is not declared',
    ),
    ...unless(
      offered('Alternate').includes('public.data'),
      'files whose type another app declared are not offered to this one',
    ),
  ];
}

const textLine = /^"([^"]+)" = /gm;

function shareTextFacts({ app }) {
  const folder = join(app, 'ios', 'App', 'ShareExtension');
  const keys = (language) =>
    matches(readFileSync(join(folder, `${language}.lproj`, 'Localizable.strings'), 'utf8'), textLine);
  const used = filesIn(folder, '.swift').flatMap((file) =>
    matches(readFileSync(file, 'utf8'), /NSLocalizedString\("(\w+)"/g),
  );
  return ['zh-Hans', 'en'].flatMap((language) => {
    const known = keys(language);
    const lacking = [...new Set(used)].filter((key) => !known.includes(key));
    const unused = known.filter((key) => !used.includes(key));
    return lacking
      .map((key) => `the share extension has no text ${key} in ${language}`)
      .concat(unused.map((key) => `nothing uses the text ${key}`));
  });
}

/** The built texts of the page are those of the repository, also where the native parts are a copy. */
function smokeFacts({ app }) {
  const auth = readFileSync(join(repository.app, 'src', 'i18n', 'zh', 'auth.ts'), 'utf8');
  const test = readFileSync(join(app, 'ios', 'App', 'AppUITests', 'SmokeTests.swift'), 'utf8');
  return Array.from(test.matchAll(/static let (\w+) = "([^"]+)"/g)).flatMap(([, key, text]) =>
    unless(auth.includes(`  ${key}: '${text}',`), `the smoke test waits for “${text}”, which ${key} is not`),
  );
}

const setOf = (text, constant) =>
  matches(new RegExp(`${constant} = \\[(.*)\\]`).exec(text)?.[1] ?? '', /"([^"]+)"/g);

function storageFacts({ shell }) {
  const folders = sourceOf(shell, 'StorageFolders.swift');
  const plugin = sourceOf(shell, 'DataProtectionPlugin.swift');
  const key = sourceOf(shell, 'DatabaseKey.swift');
  const keychain = sourceOf(shell, 'KeychainPlugin.swift');
  const lacking = (constant, wanted) => wanted.filter((folder) => !setOf(folders, constant).includes(folder));
  return [
    ...lacking('excludedFromBackup', ['CapacitorDatabase', 'WebKit', 'NoCloud']).map(
      (folder) => `${folder} goes into backups`,
    ),
    ...lacking('openWhileLocked', ['CapacitorDatabase', 'WebKit']).map(
      (folder) => `the engine of ${folder} fails when the phone is locked`,
    ),
    ...unless(
      /isExcludedFromBackup = true/.test(folders) &&
        /for name in excludedFromBackup \{ exclude\(/.test(folders),
      'no folder is excluded from backups',
    ),
    ...unless(
      /load\(\) \{[^}]*StorageFolders\.protect\(\)/s.test(plugin),
      'folders are not protected at the start',
    ),
    ...unless(
      /accessibility = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly/.test(key) &&
        /added\[kSecAttrAccessible\] = accessibility/.test(key),
      'the database’s passphrase is not of this device alone',
    ),
    ...unless(
      /status == \.stored \{ DatabaseKey\.bindToDevice\(\) \}/.test(keychain),
      'a passphrase that an older build made is not bound to the device',
    ),
    ...unless(
      /errSecInteractionNotAllowed: self = \.locked/.test(sourceOf(shell, 'KeychainItem.swift')),
      'a locked Keychain is not told from an empty one',
    ),
  ];
}

async function configFacts({ app, shell }) {
  const { default: config } = await import(join(app, 'capacitor.config.ts'));
  const { iosKeychainPrefix: prefix, iosDatabaseLocation: database } = config.plugins.CapacitorSQLite;
  const folders = sourceOf(shell, 'StorageFolders.swift');
  return [
    ...unless(
      sourceOf(shell, 'DatabaseKey.swift').includes(`account: "${prefix}_CapacitorSQLitePlugin"`),
      'the database’s plugin looks elsewhere for its passphrase',
    ),
    ...unless(
      setOf(folders, 'openWhileLocked').includes(database.replace('Library/', '')),
      `the database lies in ${database}, which is not the folder that stays open`,
    ),
  ];
}

function screenFacts({ app, shell }) {
  const controller = sourceOf(shell, 'ShellViewController.swift');
  const handler = sourceOf(shell, 'MediaSchemeHandler.swift');
  const guard = sourceOf(shell, 'ScreenGuardPlugin.swift');
  const scheme = /static let scheme = "([^"]+)"/.exec(handler)?.[1];
  const policy = readFileSync(join(repository.app, 'native', 'content-policy.plugin.mjs'), 'utf8');
  const scene = readFileSync(join(app, 'ios', 'App', 'App', 'SceneDelegate.swift'), 'utf8');
  return [
    ...unless(scene.includes('rootViewController = ShellViewController()'), 'the app shows another screen'),
    ...unless(
      controller.includes(
        'setURLSchemeHandler(MediaSchemeHandler.shared, forURLScheme: MediaSchemeHandler.scheme)',
      ),
      'nothing answers the media scheme',
    ),
    ...unless(policy.includes(`'${scheme}:'`), `the page’s policy does not name ${scheme}:`),
    ...unless(/SecRandomCopyBytes/.test(handler), 'addresses of media can be guessed'),
    ...unless(/"Cache-Control": "no-store"/.test(handler), 'what is served may be stored'),
    ...unless(
      !/FileManager|FileHandle|\.write\(to/.test(handler) && !/Access-Control/.test(handler),
      'the media scheme writes files, or lets scripts read',
    ),
    ...unless(
      /stop urlSchemeTask[\s\S]*?transfers\[transfer\.id\] = nil/.test(handler),
      'a request that WebKit has stopped is answered, which ends the app',
    ),
    ...unless(
      controller.includes('isElementFullscreenEnabled = false'),
      'full screen takes the page out of the canvas that captures leave out',
    ),
    ...unless(
      /view = container\s+container\.addSubview\(page\)/.test(controller),
      'the page is the root view',
    ),
    ...unless(
      /didBecomeHiddenNotification[\s\S]*selector: #selector\(shieldAgain\)/.test(guard),
      'after a presentation the page stays outside of the canvas',
    ),
  ];
}

/** What Swift 6 makes errors of. */
function languageFacts({ app, shell }) {
  const guard = sourceOf(shell, 'BridgeGuardPlugin.swift');
  const delegate = readFileSync(join(app, 'ios', 'App', 'App', 'AppDelegate.swift'), 'utf8');
  return [
    ...unless(
      /@MainActor\s+private final class MainFrameMessages/.test(guard) &&
        guard.includes('MainActor.assumeIsolated'),
      'the guard of the bridge is made outside of the main actor',
    ),
    ...unless(
      !/observe\(\\\./.test(sourceOf(shell, 'ScreenGuardPlugin.swift')),
      'a key path of a main-actor type crosses actors',
    ),
    ...unless(/^@main$/m.test(delegate), 'the delegate is marked by an attribute that Swift 6 refuses'),
  ];
}

function inboxFacts({ shell }) {
  const file = sourceOf(shell, 'ForeignFile.swift');
  return [
    ...unless(
      /Deadline\(seconds: Self\.maxSecondsWithoutProgress\) \{ coordinator\.cancel\(\) \}/.test(file) &&
        file.includes('deadline: deadline)'),
      'a provider that never ends holds up every file after it',
    ),
    ...unless(
      /becameActive\(\) \{\s+work\.async \{ self\.takeShared\(\) \}/.test(
        sourceOf(shell, 'IncomingFilesPlugin.swift'),
      ),
      'nobody takes what the share extension copied',
    ),
    ...unless(
      /capacitor-swift-pm\.git", exact: "/.test(readFileSync(join(shell, 'Package.swift'), 'utf8')),
      'a Swift package of ours floats',
    ),
  ];
}

/** @param {import('./project.mjs').Project} project */
export async function check(project) {
  return [
    ...targetFacts(project),
    ...rightsFacts(project),
    ...documentFacts(project),
    ...shareTextFacts(project),
    ...smokeFacts(project),
    ...storageFacts(project),
    ...(await configFacts(project)),
    ...screenFacts(project),
    ...languageFacts(project),
    ...inboxFacts(project),
  ];
}
