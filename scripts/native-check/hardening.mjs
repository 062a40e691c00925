// Checks the security settings of both native projects, of Capacitor and of the Gradle build.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import plist from 'plist';
import { attribute, elementsOf, mergedManifest } from './manifest-merger.mjs';
import { filesIn, problemUnless, pushServices } from './project.mjs';

export const name =
  'hardening: no cleartext traffic, backup, debugging, navigation to other hosts or unsigned bundles';

/** All permissions of the app. A plugin that adds another permission fails the check, so that each permission is a decision. */
const allowedPermissions = new Set([
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

/** Permissions that libraries of AndroidX and Firebase add in the Gradle build. Their manifests are not in the repository. */
const libraryPermissions = new Set([
  // androidx.core protects receivers that are registered at run time.
  'cn.sealflow.app.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION',
  // androidx.biometric, up to Android 8.
  'android.permission.USE_FINGERPRINT',
  // Firebase Cloud Messaging.
  'android.permission.WAKE_LOCK',
  'com.google.android.c2dm.permission.RECEIVE',
]);

const requestedPermissions = (manifest) =>
  elementsOf(manifest)
    .filter(({ tagName }) => tagName.startsWith('uses-permission'))
    .map((element) => attribute(element, 'name'));

/** @param {Element} manifest - a manifest that Gradle merged. */
export const permissionProblems = (manifest) =>
  requestedPermissions(manifest)
    .map((permission) => permission.replace(/^cn\.sealflow\.app\.test\./, 'cn.sealflow.app.'))
    .flatMap((permission) =>
      problemUnless(
        allowedPermissions.has(permission) || libraryPermissions.has(permission),
        `the app requests ${permission}`,
      ),
    );

/** Settings that prevent the WebView from sending data to Google. */
const webViewSettings = {
  'android.webkit.WebView.MetricsOptOut': 'true',
  'android.webkit.WebView.EnableSafeBrowsing': 'false',
};

/** Configuration changes that the activity must handle. For other changes Android recreates it, and the page is loaded again. */
const requiredConfigChanges = [
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

function activityProblems(application) {
  const children = elementsOf(application);
  const settings = new Map(
    children
      .filter(({ tagName }) => tagName === 'meta-data')
      .map((element) => [attribute(element, 'name'), attribute(element, 'value')]),
  );
  const main = children.find((element) => attribute(element, 'name') === 'cn.sealflow.app.MainActivity');
  const handled = attribute(main, 'configChanges').split('|');
  return [
    ...Object.entries(webViewSettings).flatMap(([name, value]) =>
      problemUnless(settings.get(name) === value, `application: ${name} is not ${value}`),
    ),
    ...requiredConfigChanges.flatMap((change) =>
      problemUnless(handled.includes(change), `a change of ${change} loads the page again`),
    ),
  ];
}

/** Calls in the Java sources that no test and no manifest verifies. */
const requiredCalls = [
  {
    file: ['app', 'android/app/src/main/java/cn/sealflow/app/MainActivity.java'],
    call: 'setHideOverlayWindows(true)',
    problem: 'other apps can cover the app with their windows',
  },
  {
    file: ['app', 'android/app/src/main/java/cn/sealflow/app/MainActivity.java'],
    call: 'setFilterTouchesWhenObscured(true)',
    problem: 'the app accepts touches through windows of other apps',
  },
  {
    file: ['shell', 'android/src/main/java/cn/sealflow/shell/ScreenGuardPlugin.java'],
    call: 'secure(isWanted || !hasOwnCover())',
    problem: 'before Android 13 the app switcher shows the content of the app',
  },
  {
    file: ['shell', 'android/src/main/java/cn/sealflow/shell/BoundKeys.java'],
    call: 'catch (ProviderException refused)',
    problem: 'a StrongBox that rejects a key leaves the app without a key',
  },
];

const sourceCallProblems = (project) =>
  requiredCalls.flatMap(({ file: [part, path], call, problem }) =>
    problemUnless(readFileSync(join(project[part], path), 'utf8').includes(call), problem),
  );

/** Folders that the file provider shares: files that the user exports, pictures of the camera, and packages of updates. */
const sharedFolders = ['cache-path handed/', 'external-files-path Pictures/', 'files-path updates/'];

function fileProviderProblems({ app }) {
  const file = join(app, 'android', 'app', 'src', 'main', 'res', 'xml', 'file_paths.xml');
  const { documentElement } = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml');
  const actual = elementsOf(documentElement).map(
    (element) => `${element.tagName} ${element.getAttribute('path')}`,
  );
  return [
    ...actual
      .filter((folder) => !sharedFolders.includes(folder))
      .map((folder) => `the file provider shares ${folder}`),
    ...sharedFolders
      .filter((folder) => !actual.includes(folder))
      .map((folder) => `the file provider does not share ${folder}`),
  ];
}

function manifestProblems(project, push) {
  const { manifest, application } = mergedManifest(project, push);
  const requiredAttributes = {
    allowBackup: 'false',
    usesCleartextTraffic: 'false',
    dataExtractionRules: '@xml/data_extraction_rules',
    fullBackupContent: '@xml/backup_rules',
    networkSecurityConfig: '@xml/network_security_config',
    debuggable: '',
    testOnly: '',
  };
  const filters = Array.from(application.getElementsByTagName('intent-filter'));
  const viewFilters = filters.filter((filter) => hasAction(filter, 'android.intent.action.VIEW'));
  const schemes = viewFilters.flatMap((filter) =>
    Array.from(filter.getElementsByTagName('data')).map((data) => attribute(data, 'scheme')),
  );
  const requested = requestedPermissions(manifest);
  return [
    ...Object.entries(requiredAttributes).flatMap(([key, value]) =>
      problemUnless(
        attribute(application, key) === value,
        `application: ${key} is "${attribute(application, key)}"`,
      ),
    ),
    ...problemUnless(
      schemes.filter((scheme) => scheme !== '').every((scheme) => scheme === 'content') &&
        schemes.includes('content'),
      'the app opens files from other URLs than content:',
    ),
    ...problemUnless(
      !elementsOf(application).some((element) => attribute(element, 'name').endsWith('.InitProvider')),
      'a push service starts before the user has agreed to the privacy policy',
    ),
    ...activityProblems(application),
    ...requested.flatMap((permission) =>
      problemUnless(allowedPermissions.has(permission), `the app requests ${permission}`),
    ),
  ];
}

const hasAction = (filter, action) =>
  Array.from(filter.getElementsByTagName('action')).some((element) => attribute(element, 'name') === action);

function networkProblems({ app }) {
  const file = join(app, 'android', 'app', 'src', 'main', 'res', 'xml', 'network_security_config.xml');
  const text = readFileSync(file, 'utf8');
  const released = text.replace(/<debug-overrides>[\s\S]*<\/debug-overrides>/, '');
  return [
    ...problemUnless(
      !/cleartextTrafficPermitted="true"/.test(text),
      'the network configuration permits cleartext',
    ),
    ...problemUnless(
      !/src="user"/.test(released),
      'the network configuration trusts certificate authorities that the user installed',
    ),
    ...problemUnless(!/<domain-config/.test(text), 'the network configuration has exceptions for hosts'),
  ];
}

function gradleProblems({ app }) {
  const text = readFileSync(join(app, 'android', 'app', 'build.gradle'), 'utf8');
  return [
    ...problemUnless(/release \{\s+debuggable false/.test(text), 'the release build is debuggable'),
    ...problemUnless(!/(?:store|key)Password\s+["']/.test(text), 'build.gradle contains a signing password'),
    ...filesIn(join(app, 'android'), '.jks', '.keystore', '.p12').map(
      (file) => `the repository contains a signing key: ${file}`,
    ),
  ];
}

function iosProblems({ app }) {
  const folder = join(app, 'ios', 'App', 'App');
  const read = (file) => plist.parse(readFileSync(join(folder, file), 'utf8'));
  const info = read('Info.plist');
  return [
    ...problemUnless(
      info.NSAppTransportSecurity === undefined,
      'Info.plist has exceptions from App Transport Security',
    ),
    ...problemUnless(
      info.LSSupportsOpeningDocumentsInPlace === false,
      'Info.plist: the app opens documents in place',
    ),
    ...problemUnless(info.UIFileSharingEnabled === false, 'Info.plist: the folder of the app is shared'),
    ...problemUnless(
      info.CFBundleURLTypes === undefined,
      'Info.plist: the app has URL schemes that other apps can open',
    ),
    ...problemUnless(
      read('App.entitlements')['com.apple.developer.default-data-protection'] === 'NSFileProtectionComplete',
      'files are not protected while the phone is locked',
    ),
    ...problemUnless(
      read('PrivacyInfo.xcprivacy').NSPrivacyTracking === false,
      'PrivacyInfo.xcprivacy declares tracking',
    ),
  ];
}

function isPublicKey(text) {
  try {
    return Boolean(createPublicKey(text));
  } catch {
    return false;
  }
}

async function configProblems({ app }) {
  // A faulty copy has its own configuration.
  const { default: config } = await import(join(app, 'capacitor.config.ts'));
  const { android = {}, ios = {}, server = {}, plugins = {}, loggingBehavior } = config;
  const listed = [android.includePlugins, ios.includePlugins];
  return [
    ...problemUnless(
      server.cleartext !== true && server.androidScheme === 'https',
      'server: cleartext traffic is allowed',
    ),
    ...problemUnless(server.url === undefined, 'server: the app is loaded from another URL'),
    ...problemUnless(server.allowNavigation?.length === 0, 'server: the page can navigate to other hosts'),
    // With `errorPath` Capacitor rejects WebViews by their version. On phones of Huawei and Honor the version is meaningless, and some
    // suitable WebViews of Android 7 have an old version. The page itself checks features (`built-page.mjs`).
    ...problemUnless(server.errorPath === undefined, 'server: Capacitor rejects WebViews by their version'),
    ...problemUnless(android.allowMixedContent !== true, 'android: mixed content is allowed'),
    ...problemUnless(android.useLegacyBridge !== true, 'android: every frame can use the bridge'),
    ...problemUnless(
      android.webContentsDebuggingEnabled !== true && ios.webContentsDebuggingEnabled !== true,
      'the page of a release is debuggable',
    ),
    ...problemUnless(
      loggingBehavior !== 'production' && android.loggingBehavior !== 'production',
      'a release logs to the system',
    ),
    ...problemUnless(
      plugins.CapacitorHttp?.enabled !== true,
      'native requests bypass the policy of the page',
    ),
    ...problemUnless(
      plugins.LiveUpdate?.autoUpdateStrategy === 'none',
      'bundles are installed automatically',
    ),
    ...problemUnless(Boolean(plugins.LiveUpdate?.publicKey), 'unsigned bundles are accepted'),
    ...problemUnless(
      process.env.BUNDLE_PUBLIC_KEY_FILE || !isPublicKey(plugins.LiveUpdate?.publicKey),
      'the repository contains a public key for bundles',
    ),
    ...problemUnless(plugins.LiveUpdate?.readyTimeout > 0, 'a bundle that does not start is not rolled back'),
    ...listed.flatMap((names = []) =>
      problemUnless(new Set(names).size === names.length, `a plugin is listed twice: ${names.join(', ')}`),
    ),
  ];
}

/** @param {import('./project.mjs').Project} project */
export async function check(project) {
  return [
    ...new Set(pushServices.flatMap((push) => manifestProblems(project, push))),
    ...networkProblems(project),
    ...fileProviderProblems(project),
    ...sourceCallProblems(project),
    ...gradleProblems(project),
    ...iosProblems(project),
    ...(await configProblems(project)),
  ];
}
