// Checks the Xcode project and the sources of the iOS shell. The sources are compared with patterns, because no Swift compiler is
// available.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import plist from 'plist';
import xcode from 'xcode';
import { filesIn, firstGroups, problemUnless, repository } from './project.mjs';

export const name =
  'iOS shell: minimum version, entitlements, storage protection, media scheme, share extension, smoke test';

/** The minimum version of docs/phone.md. Earlier versions lack `<dialog>`, `worker-src` and other features that the app needs. */
const minimumVersion = '15.4';

const unquoted = (text) => text?.replaceAll(/^"|"$/g, '');
const pluginSource = (shell, file) =>
  readFileSync(join(shell, 'ios', 'Sources', 'NativeShellPlugin', file), 'utf8');
const readPlist = (app, file) => plist.parse(readFileSync(join(app, 'ios', 'App', file), 'utf8'));

function targetProblems({ app }) {
  const file = join(app, 'ios', 'App', 'App.xcodeproj', 'project.pbxproj');
  const { objects } = xcode.project(file).parseSync().hash.project;
  const targets = Object.values(objects.PBXNativeTarget).filter(({ name: targetName }) => targetName);
  const findTarget = (targetName) => targets.find((target) => unquoted(target.name) === targetName);
  const [main, share, tests] = ['App', 'ShareExtension', 'AppUITests'].map(findTarget);
  const versions = Object.values(objects.XCBuildConfiguration)
    .map(({ buildSettings }) => buildSettings?.IPHONEOS_DEPLOYMENT_TARGET)
    .filter((version) => version !== undefined);
  const compiledSources = (target) =>
    (target?.buildPhases ?? [])
      .flatMap(({ value }) => objects.PBXSourcesBuildPhase[value]?.files ?? [])
      .map(({ comment }) => comment.replace(' in Sources', ''));
  const embedded = Object.entries(objects.PBXCopyFilesBuildPhase ?? {}).filter(
    ([id, phase]) =>
      phase.dstSubfolderSpec === 13 &&
      main?.buildPhases.some(({ value }) => value === id) &&
      phase.files.some(({ comment }) => comment.startsWith('ShareExtension.appex')),
  );
  return [
    ...problemUnless(
      versions.length > 0 && versions.every((version) => String(version) === minimumVersion),
      `the deployment target is iOS ${[...new Set(versions)].join(', ')} instead of ${minimumVersion}`,
    ),
    ...problemUnless(embedded.length === 1, 'the app does not embed its share extension'),
    ...problemUnless(
      unquoted(share?.productType) === 'com.apple.product-type.app-extension',
      'the product type of the share extension is not app-extension',
    ),
    ...['ShareViewController.swift', 'SharedFiles.swift', 'Inbox.swift', 'SafeName.swift', 'Deadline.swift']
      .filter((source) => !compiledSources(share).includes(source))
      .map((source) => `the share extension does not compile ${source}`),
    ...problemUnless(
      compiledSources(tests).includes('SmokeTests.swift'),
      'the target AppUITests does not compile SmokeTests.swift',
    ),
    ...filesIn(join(app, 'ios', 'App'), '.xcscheme').flatMap((scheme) =>
      problemUnless(
        readFileSync(scheme, 'utf8').includes('AppUITests.xctest'),
        `${scheme} does not run AppUITests`,
      ),
    ),
  ];
}

const group = '$(APP_GROUP)';
const groupKey = 'com.apple.security.application-groups';

function entitlementProblems({ app }) {
  const plain = readPlist(app, 'App/App.entitlements');
  const { 'aps-environment': apsEnvironment, ...rest } = readPlist(app, 'App/AppPush.entitlements');
  const share = readPlist(app, 'ShareExtension/ShareExtension.entitlements');
  return [
    ...problemUnless(
      plain['aps-environment'] === undefined,
      'App.entitlements requests push notifications, although only builds with push use them',
    ),
    ...problemUnless(
      apsEnvironment === '$(APS_ENVIRONMENT)',
      'AppPush.entitlements does not request push notifications',
    ),
    ...problemUnless(
      JSON.stringify(rest) === JSON.stringify(plain),
      'App.entitlements and AppPush.entitlements differ in more than push notifications',
    ),
    ...[plain, share].flatMap((entitlements) =>
      problemUnless(
        entitlements[groupKey]?.[0] === group,
        'the app and its share extension have no common app group',
      ),
    ),
    ...problemUnless(
      share['com.apple.developer.default-data-protection'] === 'NSFileProtectionComplete',
      'files of the share extension are not protected while the phone is locked',
    ),
    ...['App/Info.plist', 'ShareExtension/Info.plist'].flatMap((file) =>
      problemUnless(readPlist(app, file).SealflowAppGroup === group, `${file} does not name the app group`),
    ),
    ...['production', 'test'].flatMap((flavour) =>
      problemUnless(
        /^APP_GROUP = group\.cn\.sealflow\./m.test(
          readFileSync(join(app, 'ios', 'config', `${flavour}.xcconfig`), 'utf8'),
        ),
        `${flavour}.xcconfig does not set APP_GROUP`,
      ),
    ),
  ];
}

function documentTypeProblems({ app }) {
  const { CFBundleDocumentTypes: types, UTExportedTypeDeclarations: exported } = readPlist(
    app,
    'App/Info.plist',
  );
  const typesOfRank = (rank) =>
    types.filter((type) => type.LSHandlerRank === rank).flatMap((type) => type.LSItemContentTypes);
  const tdfType = exported.find((type) => type.UTTypeIdentifier === 'cn.sealflow.tdf');
  return [
    ...problemUnless(
      typesOfRank('Owner').includes('cn.sealflow.tdf'),
      'Info.plist: the app is not the owner of .tdf files',
    ),
    ...problemUnless(
      tdfType?.UTTypeTagSpecification['public.filename-extension'].includes('tdf'),
      'Info.plist does not declare the type of .tdf files',
    ),
    ...problemUnless(
      typesOfRank('Alternate').includes('public.data'),
      'Info.plist: iOS does not offer files of other types to the app',
    ),
  ];
}

const textLine = /^"([^"]+)" = /gm;

function shareExtensionTextProblems({ app }) {
  const folder = join(app, 'ios', 'App', 'ShareExtension');
  const keys = (language) =>
    firstGroups(readFileSync(join(folder, `${language}.lproj`, 'Localizable.strings'), 'utf8'), textLine);
  const used = filesIn(folder, '.swift').flatMap((file) =>
    firstGroups(readFileSync(file, 'utf8'), /NSLocalizedString\("(\w+)"/g),
  );
  return ['zh-Hans', 'en'].flatMap((language) => {
    const declared = keys(language);
    const missing = [...new Set(used)].filter((key) => !declared.includes(key));
    const unused = declared.filter((key) => !used.includes(key));
    return missing
      .map((key) => `the share extension has no text ${key} in ${language}`)
      .concat(unused.map((key) => `the share extension does not use its text ${key} in ${language}`));
  });
}

/** The smoke test must wait for texts of the app. The texts are those of the repository, also if the project is a faulty copy. */
function smokeTestProblems({ app }) {
  const auth = readFileSync(join(repository.app, 'src', 'i18n', 'zh', 'auth.ts'), 'utf8');
  const test = readFileSync(join(app, 'ios', 'App', 'AppUITests', 'SmokeTests.swift'), 'utf8');
  return Array.from(test.matchAll(/static let (\w+) = "([^"]+)"/g)).flatMap(([, key, text]) =>
    problemUnless(
      auth.includes(`  ${key}: '${text}',`),
      `the smoke test waits for “${text}”, but the text ${key} is different`,
    ),
  );
}

/** The strings of a Swift constant: `name = ["a", "b"]`. */
const stringsOf = (text, constant) =>
  firstGroups(new RegExp(`${constant} = \\[(.*)\\]`).exec(text)?.[1] ?? '', /"([^"]+)"/g);

function storageProblems({ shell }) {
  const folders = pluginSource(shell, 'StorageFolders.swift');
  const plugin = pluginSource(shell, 'DataProtectionPlugin.swift');
  const key = pluginSource(shell, 'DatabaseKey.swift');
  const keychain = pluginSource(shell, 'KeychainPlugin.swift');
  const missingFolders = (constant, required) =>
    required.filter((folder) => !stringsOf(folders, constant).includes(folder));
  return [
    ...missingFolders('excludedFromBackup', ['CapacitorDatabase', 'WebKit', 'NoCloud']).map(
      (folder) => `backups include ${folder}`,
    ),
    ...missingFolders('openWhileLocked', ['CapacitorDatabase', 'WebKit']).map(
      (folder) => `${folder} is not readable while the phone is locked`,
    ),
    ...problemUnless(
      /isExcludedFromBackup = true/.test(folders) &&
        /for name in excludedFromBackup \{ exclude\(/.test(folders),
      'StorageFolders.swift does not exclude folders from backups',
    ),
    ...problemUnless(
      /load\(\) \{[^}]*StorageFolders\.protect\(\)/s.test(plugin),
      'DataProtectionPlugin.swift does not protect the folders at the start',
    ),
    ...problemUnless(
      /accessibility = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly/.test(key) &&
        /added\[kSecAttrAccessible\] = accessibility/.test(key),
      'the passphrase of the database can leave this device',
    ),
    ...problemUnless(
      /status == \.stored \{ DatabaseKey\.bindToDevice\(\) \}/.test(keychain),
      'the app does not bind a passphrase of an older build to the device',
    ),
    ...problemUnless(
      /errSecInteractionNotAllowed: self = \.locked/.test(pluginSource(shell, 'KeychainItem.swift')),
      'KeychainItem.swift does not distinguish a locked Keychain from an empty one',
    ),
  ];
}

async function configProblems({ app, shell }) {
  const { default: config } = await import(join(app, 'capacitor.config.ts'));
  const { iosKeychainPrefix: prefix, iosDatabaseLocation: database } = config.plugins.CapacitorSQLite;
  const folders = pluginSource(shell, 'StorageFolders.swift');
  return [
    ...problemUnless(
      pluginSource(shell, 'DatabaseKey.swift').includes(`account: "${prefix}_CapacitorSQLitePlugin"`),
      'DatabaseKey.swift stores the passphrase under another account than the plugin of the database',
    ),
    ...problemUnless(
      stringsOf(folders, 'openWhileLocked').includes(database.replace('Library/', '')),
      `the folder of the database, ${database}, is not readable while the phone is locked`,
    ),
  ];
}

function screenProblems({ app, shell }) {
  const controller = pluginSource(shell, 'ShellViewController.swift');
  const handler = pluginSource(shell, 'MediaSchemeHandler.swift');
  const guard = pluginSource(shell, 'ScreenGuardPlugin.swift');
  const scheme = /static let scheme = "([^"]+)"/.exec(handler)?.[1];
  const policy = readFileSync(join(repository.app, 'native', 'content-policy.plugin.mjs'), 'utf8');
  const scene = readFileSync(join(app, 'ios', 'App', 'App', 'SceneDelegate.swift'), 'utf8');
  return [
    ...problemUnless(
      scene.includes('rootViewController = ShellViewController()'),
      'SceneDelegate.swift does not show ShellViewController',
    ),
    ...problemUnless(
      controller.includes(
        'setURLSchemeHandler(MediaSchemeHandler.shared, forURLScheme: MediaSchemeHandler.scheme)',
      ),
      'no handler is registered for the media scheme',
    ),
    ...problemUnless(policy.includes(`'${scheme}:'`), `the policy of the page does not allow ${scheme}:`),
    ...problemUnless(/SecRandomCopyBytes/.test(handler), 'URLs of media are not random'),
    ...problemUnless(
      /"Cache-Control": "no-store"/.test(handler),
      'responses of the media scheme can be cached',
    ),
    ...problemUnless(
      !/FileManager|FileHandle|\.write\(to/.test(handler) && !/Access-Control/.test(handler),
      'the media scheme writes files or allows access by scripts',
    ),
    ...problemUnless(
      /stop urlSchemeTask[\s\S]*?transfers\[transfer\.id\] = nil/.test(handler),
      'a response to a request that WebKit has stopped crashes the app',
    ),
    ...problemUnless(
      controller.includes('isElementFullscreenEnabled = false'),
      'an element in full screen leaves the view that is protected against captures',
    ),
    ...problemUnless(
      /view = container\s+container\.addSubview\(page\)/.test(controller),
      'the web view is the root view, which cannot be protected against captures',
    ),
    ...problemUnless(
      /didBecomeHiddenNotification[\s\S]*selector: #selector\(shieldAgain\)/.test(guard),
      'the page is not protected against captures after a presentation',
    ),
  ];
}

/** Code that Swift 6 rejects. */
function swift6Problems({ app, shell }) {
  const guard = pluginSource(shell, 'BridgeGuardPlugin.swift');
  const delegate = readFileSync(join(app, 'ios', 'App', 'App', 'AppDelegate.swift'), 'utf8');
  return [
    ...problemUnless(
      /@MainActor\s+private final class MainFrameMessages/.test(guard) &&
        guard.includes('MainActor.assumeIsolated'),
      'BridgeGuardPlugin.swift does not run on the main actor',
    ),
    ...problemUnless(
      !/observe\(\\\./.test(pluginSource(shell, 'ScreenGuardPlugin.swift')),
      'ScreenGuardPlugin.swift observes a key path of a main-actor type',
    ),
    ...problemUnless(
      /^@main$/m.test(delegate),
      'AppDelegate.swift has no @main, and Swift 6 rejects @UIApplicationMain',
    ),
  ];
}

function incomingFileProblems({ shell }) {
  const file = pluginSource(shell, 'ForeignFile.swift');
  return [
    ...problemUnless(
      /Deadline\(seconds: Self\.maxSecondsWithoutProgress\) \{ coordinator\.cancel\(\) \}/.test(file) &&
        file.includes('deadline: deadline)'),
      'a file provider that never responds blocks all later files',
    ),
    ...problemUnless(
      /becameActive\(\) \{\s+work\.async \{ self\.takeShared\(\) \}/.test(
        pluginSource(shell, 'IncomingFilesPlugin.swift'),
      ),
      'IncomingFilesPlugin.swift does not read the files of the share extension',
    ),
    ...problemUnless(
      /capacitor-swift-pm\.git", exact: "/.test(readFileSync(join(shell, 'Package.swift'), 'utf8')),
      'Package.swift does not require an exact version of capacitor-swift-pm',
    ),
  ];
}

/** @param {import('./project.mjs').Project} project */
export async function check(project) {
  return [
    ...targetProblems(project),
    ...entitlementProblems(project),
    ...documentTypeProblems(project),
    ...shareExtensionTextProblems(project),
    ...smokeTestProblems(project),
    ...storageProblems(project),
    ...(await configProblems(project)),
    ...screenProblems(project),
    ...swift6Problems(project),
    ...incomingFileProblems(project),
  ];
}
