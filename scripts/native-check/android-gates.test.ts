import { afterEach, expect, it } from 'vitest';
import * as gradle from './gradle.mjs';
import * as hardening from './hardening.mjs';
import * as intents from './intents.mjs';
import { removeSeeded, seeded } from './seeded-project.mjs';
import * as translations from './translations.mjs';

afterEach(removeSeeded);

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
  ['gradle', gradle, build, '99, 9999]', '99, 99999]', /a version code may be/],
  ['gradle', gradle, build, '99, 9999]', '99, 999]', /build number ends too soon/],
  ['gradle', gradle, jpushLibrary, 'jpush:5.8.0', 'jpush:5.7.0', /has JPush 5.7.0, its plugin 5.8.0/],
  ['hardening', hardening, activity, 'OverlayWindows(true)', 'OverlayWindows(false)', /lay windows over/],
  ['hardening', hardening, guard, '|| !hasOwnCover()', '', /switcher shows the app/],
  ['hardening', hardening, manifest, '|fontScale', '', /loaded again at a change of fontScale/],
  ['hardening', hardening, manifest, 'WebView.MetricsOptOut', 'WebView.Other', /MetricsOptOut is not true/],
  ['hardening', hardening, filePaths, 'path="updates/"', 'path="."', /lent out of files-path \./],
  ['hardening', hardening, config, 'cleartext: false,', "errorPath: 'x.html',", /by their version/],
  [
    'translations',
    translations,
    strings,
    '</res',
    '<string name="x">x</string></res',
    /x has no text in values-en/,
  ],
  ['translations', translations, strings, 'name="app_name"', 'name="other"', /app_name has no text but in/],
  ['intents', intents, manifest, anyType, '<data android:mimeType="image/*" />', /SEND .* does not reach/],
  ['intents', intents, manifest, contentOnly, '<data android:host="*"', /reaches the app/],
])('%s: rejects a seeded fault', async (_name, gate, file, from, to, refusal) => {
  const problems: string[] = await gate.check(seeded(file, from, to));
  expect(problems.join('\n')).toMatch(refusal);
});
