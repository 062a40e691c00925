import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { check, notes } from './merged-manifest.mjs';

const copies: string[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
});

const main = '<activity android:name="cn.sealflow.app.MainActivity" android:exported="true" />';

/** Creates a project with a manifest that Gradle merged, or without one for null. */
function createBuiltProject(text: string | null) {
  const app = mkdtempSync(join(tmpdir(), 'sealflow-merged-'));
  copies.push(app);
  const intermediates = join(app, 'android/app/build/intermediates/merged_manifest');
  const folder = join(intermediates, 'trialRelease/processTrialReleaseMainManifest');
  mkdirSync(folder, { recursive: true });
  const space = 'xmlns:android="http://schemas.android.com/apk/res/android"';
  if (text !== null)
    writeFileSync(join(folder, 'AndroidManifest.xml'), `<manifest ${space}>${text}</manifest>`);
  return { app, shell: '' };
}

const usesPermission = (permission: string) => `<uses-permission android:name="${permission}" />`;
const firebase = (rest: string) =>
  `<receiver android:name="com.google.firebase.iid.FirebaseInstanceIdReceiver" android:exported="true" ${rest}/>`;

it('accepts the known entries of AndroidX and Firebase', () => {
  const permission = 'android:permission="com.google.android.c2dm.permission.SEND"';
  const project = createBuiltProject(
    usesPermission('cn.sealflow.app.test.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION') +
      usesPermission('android.permission.WAKE_LOCK') +
      `<application>${main}${firebase(permission)}</application>`,
  );
  expect(check(project, { isRequired: true })).toEqual([]);
  expect(notes(project)).toEqual([]);
});

it.each([
  [
    'a library that exports a component',
    `<application>${main}<receiver android:name="androidx.profileinstaller.ProfileInstallReceiver" android:exported="true" /></application>`,
    /ProfileInstallReceiver: android:exported is true/,
  ],
  [
    'a receiver of Firebase without its permission',
    `<application>${main}${firebase('')}</application>`,
    /callers do not need/,
  ],
  [
    'a library that requests another permission',
    `${usesPermission('android.permission.READ_PHONE_STATE')}<application>${main}</application>`,
    /requests android.permission.READ_PHONE_STATE/,
  ],
])('rejects %s', (_name, text, problem) => {
  expect(check(createBuiltProject(text), { isRequired: true }).join('\n')).toMatch(problem);
});

it('adds a note without a build, and reports a problem if a build is required', () => {
  const project = createBuiltProject(null);
  expect(check(project, { isRequired: false })).toEqual([]);
  expect(notes(project)).toHaveLength(1);
  expect(check(project, { isRequired: true })).toEqual(['no merged manifest of a Gradle build exists']);
});
