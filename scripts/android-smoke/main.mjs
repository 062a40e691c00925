// node scripts/run.mjs scripts/android-smoke/main.mjs APK sign-in|too-old [ID]
// Smoke test of the Android app: installs APK on the only connected phone or emulator and starts it. `sign-in` expects the consent
// and then the sign-in screen. `too-old` expects the page for old WebViews. ID is the application id. The script writes a screenshot
// and the log of the phone next to APK.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runMain, ScriptError } from '../toolchain.mjs';
import { runSmokeTest } from './smoke.mjs';

const execute = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;
const pollIntervalMs = 2_000;
/** An emulator without a graphics card needs minutes for the first page. */
const maxAttempts = 120;

const runAdb = async (args, encoding) => (await execute('adb', args, { encoding, maxBuffer })).stdout;
const adb = (args) => runAdb(args, 'utf8');

await runMain(async () => {
  const [apk, expects, id = 'cn.sealflow.app.test'] = process.argv.slice(2);
  if (!apk || (expects !== 'sign-in' && expects !== 'too-old'))
    throw new ScriptError(
      'usage: node scripts/run.mjs scripts/android-smoke/main.mjs APK sign-in|too-old [ID]',
    );
  await adb(['install', '-r', apk]);
  try {
    await runSmokeTest({ adb, pause: () => wait(pollIntervalMs), maxAttempts }, { id, expects });
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  } finally {
    // Before Android 13 the screenshot is black, because the windows of the app are always secure there.
    writeFileSync(`${apk}.png`, await runAdb(['exec-out', 'screencap', '-p'], 'buffer'));
    writeFileSync(`${apk}.log`, await adb(['logcat', '-d']));
  }
});
