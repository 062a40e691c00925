// The steps of the smoke test of the Android app.
import { auth as en } from '../../apps/mobile/src/i18n/en/auth.ts';
import { auth as zh } from '../../apps/mobile/src/i18n/zh/auth.ts';
import { centreOf, nodesOf, unreadableTexts } from './screen.mjs';

/**
 * @typedef {(args: readonly string[]) => Promise<string>} Adb runs a command of adb; rejects if it fails.
 * @typedef {{ adb: Adb, pause: () => Promise<void>, maxAttempts: number }} Phone
 */

const activity = 'cn.sealflow.app.MainActivity';
const dumpFile = '/sdcard/sealflow-smoke.xml';
const tooOldTexts = ['WebView'];

/** The texts of the consent. All of them must be readable, in one language, before a person can agree. */
const consentTextsOf = ({ consentTitle, consentLead, consentPoints, agreeAndGoOn }) => [
  consentTitle,
  consentLead,
  ...consentPoints,
  agreeAndGoOn,
];
const signInTextsOf = ({ username, password, signIn }) => [username, password, signIn];

/** @param {Phone} phone */
async function readScreen({ adb }) {
  // The dump fails during an animation.
  await adb(['shell', 'uiautomator', 'dump', dumpFile]);
  return nodesOf(await adb(['shell', 'cat', dumpFile]));
}

/**
 * Waits until all texts of one of the sets are readable.
 * @throws {Error} after the maximum number of attempts.
 * @param {Phone} phone
 * @param {{ name: string, sets: readonly (readonly string[])[] }} expected - the name of the screen and its texts, per language.
 */
async function waitFor(phone, { name, sets }) {
  let seen = [];
  for (let attempt = 0; attempt < phone.maxAttempts; attempt += 1) {
    seen = await readScreen(phone).catch(() => seen);
    const found = sets.find((texts) => unreadableTexts(seen, texts).length === 0);
    if (found !== undefined) return { nodes: seen, texts: found };
    await phone.pause();
  }
  const missing = sets.map((texts) => unreadableTexts(seen, texts).join(' | ')).join(' or ');
  throw new Error(
    `${name}: unreadable texts: ${missing}. Texts on the screen: ${seen.map(({ text }) => text).join(' | ')}`,
  );
}

/** @param {Phone} phone */
async function assertNoCrash({ adb }, id) {
  const log = await adb(['logcat', '-d', '-b', 'crash']);
  if (log.includes(id)) throw new Error(`the app crashed:\n${log}`);
}

/**
 * Starts the installed app without data. With `sign-in` it reads the consent, agrees, and expects the sign-in screen, also at the
 * second start. With `too-old` it expects the page for old WebViews.
 * @throws {Error} if a screen does not appear or the app crashes.
 * @param {Phone} phone
 * @param {{ id: string, expects: 'sign-in' | 'too-old' }} options
 */
export async function runSmokeTest(phone, { id, expects }) {
  const { adb } = phone;
  await adb(['shell', 'pm', 'clear', id]);
  await adb(['logcat', '-c', '-b', 'crash']);
  await adb(['shell', 'am', 'start', '-W', '-n', `${id}/${activity}`]);
  if (expects === 'too-old') {
    await waitFor(phone, { name: 'page for old WebViews', sets: [tooOldTexts] });
    return assertNoCrash(phone, id);
  }
  const { nodes } = await waitFor(phone, { name: 'consent', sets: [zh, en].map(consentTextsOf) });
  const button = centreOf(nodes, zh.agreeAndGoOn) ?? centreOf(nodes, en.agreeAndGoOn);
  if (button === undefined) throw new Error('consent: the button to agree is not on the screen');
  await adb(['shell', 'input', 'tap', String(button.x), String(button.y)]);
  await waitFor(phone, { name: 'sign-in', sets: [zh, en].map(signInTextsOf) });
  // The second start shows no consent.
  await adb(['shell', 'am', 'force-stop', id]);
  await adb(['shell', 'am', 'start', '-W', '-n', `${id}/${activity}`]);
  await waitFor(phone, { name: 'sign-in of the second start', sets: [zh, en].map(signInTextsOf) });
  return assertNoCrash(phone, id);
}
