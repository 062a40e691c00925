import { afterEach, expect, it } from 'vitest';
import { createFaultyProject, deleteFaultyProjects } from './faulty-project.mjs';
import * as gradleFiles from './gradle-files.mjs';
import * as hardening from './hardening.mjs';
import * as intents from './intents.mjs';
import * as translations from './translations.mjs';

afterEach(deleteFaultyProjects);

const android = 'apps/mobile/android';
const sources = `${android}/app/src/main`;
const manifest = `${sources}/AndroidManifest.xml`;
const activity = `${sources}/java/cn/sealflow/app/MainActivity.java`;
const strings = `${sources}/res/values/strings.xml`;
const filePaths = `${sources}/res/xml/file_paths.xml`;
const build = `${android}/app/build.gradle`;
const jpushLibrary = `${android}/jpush-library.gradle`;
const guard = 'packages/native-shell/android/src/main/java/cn/sealflow/shell/ScreenGuardPlugin.java';
const config = 'apps/mobile/capacitor.config.ts';
const anyType = '<data android:mimeType="*/*" />';
const contentOnly = '<data android:scheme="content" android:host="*"';

it.each([
  ['gradle files', gradleFiles, build, '99, 9999]', '99, 99999]', /version code can be/],
  ['gradle files', gradleFiles, build, '99, 9999]', '99, 999]', /limit of the build number/],
  [
    'gradle files',
    gradleFiles,
    jpushLibrary,
    'jpush:5.8.0',
    'jpush:5.7.0',
    /has JPush 5.7.0, its plugin has 5.8.0/,
  ],
  ['hardening', hardening, activity, 'OverlayWindows(true)', 'OverlayWindows(false)', /cover the app/],
  ['hardening', hardening, guard, '|| !hasOwnCover()', '', /switcher shows the content/],
  ['hardening', hardening, manifest, '|fontScale', '', /a change of fontScale loads/],
  ['hardening', hardening, manifest, 'WebView.MetricsOptOut', 'WebView.Other', /MetricsOptOut is not true/],
  ['hardening', hardening, filePaths, 'path="updates/"', 'path="."', /shares files-path \./],
  ['hardening', hardening, config, 'cleartext: false,', "errorPath: 'x.html',", /by their version/],
  [
    'translations',
    translations,
    strings,
    '</res',
    '<string name="x">x</string></res',
    /values-en has no text x/,
  ],
  [
    'translations',
    translations,
    strings,
    'name="app_name"',
    'name="other"',
    /has the text app_name, but values/,
  ],
  ['intents', intents, manifest, anyType, '<data android:mimeType="image/*" />', /SEND .* does not reach/],
  ['intents', intents, manifest, contentOnly, '<data android:host="*"', /reaches the app/],
])('%s: reports a fault', async (_name, { check }, file, text, replacement, problem) => {
  const problems: string[] = await check(createFaultyProject(file, text, replacement));
  expect(problems.join('\n')).toMatch(problem);
});
