// node scripts/run.mjs scripts/android-smoke/main.mjs APK sign-in|too-old [ID]: installs a package on the one phone or emulator that adb
// sees, and walks from the first start to the sign-in. Leaves a picture and the log beside the package.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runMain, ScriptError } from '../toolchain.mjs';
import { smoke } from './smoke.mjs';

const execute = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;
const pauseMs = 2_000;
/** An emulator without a graphics card takes minutes for its first page. */
const attempts = 120;

const run = async (args, encoding) => (await execute('adb', args, { encoding, maxBuffer })).stdout;
const adb = (args) => run(args, 'utf8');

await runMain(async () => {
  const [apk, expects, id = 'cn.sealflow.app.test'] = process.argv.slice(2);
  if (!apk || (expects !== 'sign-in' && expects !== 'too-old'))
    throw new ScriptError('usage: node scripts/run.mjs scripts/android-smoke/main.mjs APK sign-in|too-old [ID]');
  await adb(['install', '-r', apk]);
  try {
    await smoke({ adb, pause: () => wait(pauseMs), attempts }, { id, expects });
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  } finally {
    // Black below Android 13, whose windows are secure at all times.
    writeFileSync(`${apk}.png`, await run(['exec-out', 'screencap', '-p'], 'buffer'));
    writeFileSync(`${apk}.log`, await adb(['logcat', '-d']));
  }
});
