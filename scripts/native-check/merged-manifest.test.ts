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

/** A project in which Gradle has merged this manifest; none for null. */
function built(text: string | null) {
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

const asks = (permission: string) => `<uses-permission android:name="${permission}" />`;
const firebase = (rest: string) =>
  `<receiver android:name="com.google.firebase.iid.FirebaseInstanceIdReceiver" android:exported="true" ${rest}/>`;

it('accepts the known entries of AndroidX and Firebase', () => {
  const guard = 'android:permission="com.google.android.c2dm.permission.SEND"';
  const project = built(
    asks('cn.sealflow.app.test.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION') +
      asks('android.permission.WAKE_LOCK') +
      `<application>${main}${firebase(guard)}</application>`,
  );
  expect(check(project, { isRequired: true })).toEqual([]);
  expect(notes(project)).toEqual([]);
});

it.each([
  [
    'a library that opens a component',
    `<application>${main}<receiver android:name="androidx.profileinstaller.ProfileInstallReceiver" android:exported="true" /></application>`,
    /ProfileInstallReceiver: android:exported is true/,
  ],
  [
    'a receiver of Firebase without its guard',
    `<application>${main}${firebase('')}</application>`,
    /nothing guards it/,
  ],
  [
    'a library that asks for more',
    `${asks('android.permission.READ_PHONE_STATE')}<application>${main}</application>`,
    /asks for android.permission.READ_PHONE_STATE/,
  ],
])('rejects %s', (_name, text, problem) => {
  expect(check(built(text), { isRequired: true }).join('\n')).toMatch(problem);
});

it('reports an unknown result without a build, and rejects it if a build is required', () => {
  const project = built(null);
  expect(check(project, { isRequired: false })).toEqual([]);
  expect(notes(project)).toHaveLength(1);
  expect(check(project, { isRequired: true })).toEqual(['Gradle has merged no manifest']);
});
