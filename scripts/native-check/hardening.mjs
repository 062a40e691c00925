import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import plist from 'plist';
import { attribute, elementsOf, mergedManifest } from './manifest.mjs';
import { filesIn, pushes } from './project.mjs';

export const name = 'hardening: no cleartext, backup, debugging, foreign navigation or unsigned bundle';

const unless = (holds, problem) => (holds ? [] : [problem]);

/** Every permission that the app ends up with; one more is a decision, not an accident of a plugin. */
const permissions = new Set([
  'android.permission.INTERNET',
  'android.permission.ACCESS_NETWORK_STATE',
  'android.permission.POST_NOTIFICATIONS',
  'android.permission.VIBRATE',
  'android.permission.USE_BIOMETRIC',
  'android.permission.ACCESS_COARSE_LOCATION',
  'android.permission.ACCESS_FINE_LOCATION',
  'android.permission.REQUEST_INSTALL_PACKAGES',
  'android.permission.HIDE_OVERLAY_WINDOWS',
  'android.permission.READ_EXTERNAL_STORAGE',
  'android.permission.WRITE_EXTERNAL_STORAGE',
  'com.huawei.android.launcher.permission.CHANGE_BADGE',
  'com.vivo.notification.permission.BADGE_ICON',
  'com.hihonor.android.launcher.permission.CHANGE_BADGE',
  'cn.sealflow.app.permission.JPUSH_MESSAGE',
]);

/** What libraries of AndroidX and Firebase add in Gradle's build, whose manifests are not in the repository. */
const libraryPermissions = new Set([
  // androidx.core: receivers that are registered at run time stay the app's own.
  'cn.sealflow.app.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION',
  // androidx.biometric, for Android 8 and before.
  'android.permission.USE_FINGERPRINT',
  // Firebase's messages.
  'android.permission.WAKE_LOCK',
  'com.google.android.c2dm.permission.RECEIVE',
]);

const askedBy = (manifest) =>
  elementsOf(manifest)
    .filter(({ tagName }) => tagName.startsWith('uses-permission'))
    .map((element) => attribute(element, 'name'));

/** @param {Element} manifest - as Gradle merged it, of either flavour. */
export const permissionProblems = (manifest) =>
  askedBy(manifest)
    .map((permission) => permission.replace(/^cn\.sealflow\.app\.test\./, 'cn.sealflow.app.'))
    .flatMap((permission) =>
      unless(
        permissions.has(permission) || libraryPermissions.has(permission),
        `the app asks for ${permission}`,
      ),
    );

/** What the system's WebView does for Google unless an app says otherwise. */
const webViewSettings = {
  'android.webkit.WebView.MetricsOptOut': 'true',
  'android.webkit.WebView.EnableSafeBrowsing': 'false',
};

/** Each change that the activity does not take by itself makes it anew: the page is loaded again. */
const configChanges = [
  'colorMode',
  'density',
  'fontScale',
  'fontWeightAdjustment',
  'keyboard',
  'keyboardHidden',
  'layoutDirection',
  'locale',
  'navigation',
  'orientation',
  'screenLayout',
  'screenSize',
  'smallestScreenSize',
  'uiMode',
];

function activityFacts(application) {
  const children = elementsOf(application);
  const settings = new Map(
    children
      .filter(({ tagName }) => tagName === 'meta-data')
      .map((element) => [attribute(element, 'name'), attribute(element, 'value')]),
  );
  const main = children.find((element) => attribute(element, 'name') === 'cn.sealflow.app.MainActivity');
  const taken = attribute(main, 'configChanges').split('|');
  return [
    ...Object.entries(webViewSettings).flatMap(([name, value]) =>
      unless(settings.get(name) === value, `application: ${name} is not ${value}`),
    ),
    ...configChanges.flatMap((change) =>
      unless(taken.includes(change), `the page is loaded again at a change of ${change}`),
    ),
  ];
}

/** Calls that no manifest shows, and that nothing notices when they are gone. */
const sourceFacts = [
  {
    file: ['app', 'android/app/src/main/java/cn/sealflow/app/MainActivity.java'],
    call: 'setHideOverlayWindows(true)',
    problem: 'other apps may lay windows over a decision',
  },
  {
    file: ['app', 'android/app/src/main/java/cn/sealflow/app/MainActivity.java'],
    call: 'setFilterTouchesWhenObscured(true)',
    problem: 'touches through windows of other apps count',
  },
  {
    file: ['shell', 'android/src/main/java/cn/sealflow/shell/ScreenGuardPlugin.java'],
    call: 'secure(isWanted || !hasOwnCover())',
    problem: 'the app switcher shows the app below Android 13',
  },
  {
    file: ['shell', 'android/src/main/java/cn/sealflow/shell/BoundKeys.java'],
    call: 'catch (ProviderException refused)',
    problem: 'a StrongBox that refuses keys leaves the phone without any',
  },
];

const sourceProblems = (project) =>
  sourceFacts.flatMap(({ file: [part, path], call, problem }) =>
    unless(readFileSync(join(project[part], path), 'utf8').includes(call), problem),
  );

/** What the provider lends of: copies that the person hands out, the camera's pictures, and packages of updates. */
const lentFolders = ['cache-path handed/', 'external-files-path Pictures/', 'files-path updates/'];

function providerFacts({ app }) {
  const file = join(app, 'android', 'app', 'src', 'main', 'res', 'xml', 'file_paths.xml');
  const { documentElement } = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml');
  const lent = elementsOf(documentElement).map(
    (element) => `${element.tagName} ${element.getAttribute('path')}`,
  );
  return [
    ...lent.filter((one) => !lentFolders.includes(one)).map((one) => `files are lent out of ${one}`),
    ...lentFolders.filter((one) => !lent.includes(one)).map((one) => `nothing is lent out of ${one}`),
  ];
}

function manifestFacts(project, push) {
  const { manifest, application } = mergedManifest(project, push);
  const wanted = {
    allowBackup: 'false',
    usesCleartextTraffic: 'false',
    dataExtractionRules: '@xml/data_extraction_rules',
    fullBackupContent: '@xml/backup_rules',
    networkSecurityConfig: '@xml/network_security_config',
    debuggable: '',
    testOnly: '',
  };
  const filters = Array.from(application.getElementsByTagName('intent-filter'));
  const opened = filters.filter((filter) => has(filter, 'android.intent.action.VIEW'));
  const schemes = opened.flatMap((filter) =>
    Array.from(filter.getElementsByTagName('data')).map((data) => attribute(data, 'scheme')),
  );
  const asked = askedBy(manifest);
  return [
    ...Object.entries(wanted).flatMap(([key, value]) =>
      unless(
        attribute(application, key) === value,
        `application: ${key} is "${attribute(application, key)}"`,
      ),
    ),
    ...unless(
      schemes.filter((scheme) => scheme !== '').every((scheme) => scheme === 'content') &&
        schemes.includes('content'),
      'files are opened by other addresses than content:',
    ),
    ...unless(
      !elementsOf(application).some((element) => attribute(element, 'name').endsWith('.InitProvider')),
      'a push service starts before the person has agreed',
    ),
    ...activityFacts(application),
    ...asked.flatMap((permission) => unless(permissions.has(permission), `the app asks for ${permission}`)),
  ];
}

const has = (filter, action) =>
  Array.from(filter.getElementsByTagName('action')).some((element) => attribute(element, 'name') === action);

function networkFacts({ app }) {
  const file = join(app, 'android', 'app', 'src', 'main', 'res', 'xml', 'network_security_config.xml');
  const text = readFileSync(file, 'utf8');
  const released = text.replace(/<debug-overrides>[\s\S]*<\/debug-overrides>/, '');
  return [
    ...unless(!/cleartextTrafficPermitted="true"/.test(text), 'the network configuration permits cleartext'),
    ...unless(!/src="user"/.test(released), 'the network configuration trusts authorities that people add'),
    ...unless(!/<domain-config/.test(text), 'the network configuration has exceptions for hosts'),
  ];
}

function gradleFacts({ app }) {
  const text = readFileSync(join(app, 'android', 'app', 'build.gradle'), 'utf8');
  return [
    ...unless(/release \{\s+debuggable false/.test(text), 'the release build may be debugged'),
    ...unless(!/(?:store|key)Password\s+["']/.test(text), 'a signing password stands in build.gradle'),
    ...filesIn(join(app, 'android'), '.jks', '.keystore', '.p12').map(
      (file) => `a key lies in the repository: ${file}`,
    ),
  ];
}

function appleFacts({ app }) {
  const folder = join(app, 'ios', 'App', 'App');
  const read = (file) => plist.parse(readFileSync(join(folder, file), 'utf8'));
  const info = read('Info.plist');
  return [
    ...unless(info.NSAppTransportSecurity === undefined, 'Info.plist has exceptions from transport security'),
    ...unless(info.LSSupportsOpeningDocumentsInPlace === false, 'Info.plist: documents are opened in place'),
    ...unless(info.UIFileSharingEnabled === false, 'Info.plist: the app’s folder is shared'),
    ...unless(info.CFBundleURLTypes === undefined, 'Info.plist: other apps may open addresses of ours'),
    ...unless(
      read('App.entitlements')['com.apple.developer.default-data-protection'] === 'NSFileProtectionComplete',
      'files are not protected while the phone is locked',
    ),
    ...unless(read('PrivacyInfo.xcprivacy').NSPrivacyTracking === false, 'the app says that it tracks'),
  ];
}

function isKey(text) {
  try {
    return Boolean(createPublicKey(text));
  } catch {
    return false;
  }
}

async function configFacts({ app }) {
  // Read anew: a copy has another.
  const { default: config } = await import(join(app, 'capacitor.config.ts'));
  const { android = {}, ios = {}, server = {}, plugins = {}, loggingBehavior } = config;
  const listed = [android.includePlugins, ios.includePlugins];
  return [
    ...unless(server.cleartext !== true && server.androidScheme === 'https', 'server: cleartext'),
    ...unless(server.url === undefined, 'server: the app is loaded from elsewhere'),
    ...unless(server.allowNavigation?.length === 0, 'server: the page may leave for other hosts'),
    // With a page for errors Capacitor compares versions, which says nothing on phones of Huawei and Honor and refuses some
    // of Android 7. The page checks features by itself (`built-page`).
    ...unless(server.errorPath === undefined, 'server: WebViews are refused by their version'),
    ...unless(android.allowMixedContent !== true, 'android: mixed content'),
    ...unless(android.useLegacyBridge !== true, 'android: the bridge is open to every frame'),
    ...unless(
      android.webContentsDebuggingEnabled !== true && ios.webContentsDebuggingEnabled !== true,
      'the page of a release may be debugged',
    ),
    ...unless(
      loggingBehavior !== 'production' && android.loggingBehavior !== 'production',
      'a release writes logs',
    ),
    ...unless(plugins.CapacitorHttp?.enabled !== true, 'requests pass by the page’s policy'),
    ...unless(plugins.LiveUpdate?.autoUpdateStrategy === 'none', 'bundles are taken without asking'),
    ...unless(Boolean(plugins.LiveUpdate?.publicKey), 'bundles are taken unsigned'),
    ...unless(
      process.env.BUNDLE_PUBLIC_KEY_FILE || !isKey(plugins.LiveUpdate?.publicKey),
      'a key for bundles stands in the repository',
    ),
    ...unless(plugins.LiveUpdate?.readyTimeout > 0, 'a bundle that does not come up stays'),
    ...listed.flatMap((names = []) =>
      unless(new Set(names).size === names.length, `a plugin is listed twice: ${names.join(', ')}`),
    ),
  ];
}

/** @param {import('./project.mjs').Project} project */
export async function check(project) {
  return [
    ...new Set(pushes.flatMap((push) => manifestFacts(project, push))),
    ...networkFacts(project),
    ...providerFacts(project),
    ...sourceProblems(project),
    ...gradleFacts(project),
    ...appleFacts(project),
    ...(await configFacts(project)),
  ];
}
