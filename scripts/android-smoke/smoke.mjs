import { auth as en } from '../../apps/mobile/src/i18n/en/auth.ts';
import { auth as zh } from '../../apps/mobile/src/i18n/zh/auth.ts';
import { centreOf, nodesOf, unreadable } from './screen.mjs';

/**
 * @typedef {(args: readonly string[]) => Promise<string>} Adb runs adb; rejects where it fails.
 * @typedef {{ adb: Adb, pause: () => Promise<void>, attempts: number }} Phone
 */

const activity = 'cn.sealflow.app.MainActivity';
const dumpFile = '/sdcard/sealflow-smoke.xml';
const tooOld = ['WebView'];

/** What a person must be able to read before agreeing: all of it, in one of the languages. */
const consentOf = ({ consentTitle, consentLead, consentPoints, agreeAndGoOn }) => [
  consentTitle,
  consentLead,
  ...consentPoints,
  agreeAndGoOn,
];
const signInOf = ({ username, password, signIn }) => [username, password, signIn];

/** @param {Phone} phone */
async function screen({ adb }) {
  // It fails while the screen moves.
  await adb(['shell', 'uiautomator', 'dump', dumpFile]);
  return nodesOf(await adb(['shell', 'cat', dumpFile]));
}

/**
 * Looks until one of the sets of texts can be read as a whole.
 * @param {Phone} phone
 * @param {{ name: string, sets: readonly (readonly string[])[] }} wanted
 */
async function waitFor(phone, { name, sets }) {
  let seen = [];
  for (let attempt = 0; attempt < phone.attempts; attempt += 1) {
    seen = await screen(phone).catch(() => seen);
    const found = sets.find((texts) => unreadable(seen, texts).length === 0);
    if (found !== undefined) return { nodes: seen, texts: found };
    await phone.pause();
  }
  const missing = sets.map((texts) => unreadable(seen, texts).join(' | ')).join(' or ');
  throw new Error(
    `${name}: not to be read: ${missing}. On the screen: ${seen.map(({ text }) => text).join(' | ')}`,
  );
}

/** @param {Phone} phone */
async function rejectCrashes({ adb }, id) {
  const log = await adb(['logcat', '-d', '-b', 'crash']);
  if (log.includes(id)) throw new Error(`the app crashed:\n${log}`);
}

/**
 * Starts the installed app for the first time, reads the consent, agrees, and looks for the sign-in; or for the page of a
 * WebView that is too old.
 * @param {Phone} phone
 * @param {{ id: string, expects: 'sign-in' | 'too-old' }} options
 */
export async function smoke(phone, { id, expects }) {
  const { adb } = phone;
  await adb(['shell', 'pm', 'clear', id]);
  await adb(['logcat', '-c', '-b', 'crash']);
  await adb(['shell', 'am', 'start', '-W', '-n', `${id}/${activity}`]);
  if (expects === 'too-old') {
    await waitFor(phone, { name: 'page for old WebViews', sets: [tooOld] });
    return rejectCrashes(phone, id);
  }
  const { nodes } = await waitFor(phone, { name: 'consent', sets: [zh, en].map(consentOf) });
  const button = centreOf(nodes, zh.agreeAndGoOn) ?? centreOf(nodes, en.agreeAndGoOn);
  if (button === undefined) throw new Error('consent: its button has no place');
  await adb(['shell', 'input', 'tap', String(button.x), String(button.y)]);
  await waitFor(phone, { name: 'sign-in', sets: [zh, en].map(signInOf) });
  // Agreed to once, it is not asked again.
  await adb(['shell', 'am', 'force-stop', id]);
  await adb(['shell', 'am', 'start', '-W', '-n', `${id}/${activity}`]);
  await waitFor(phone, { name: 'sign-in of the second start', sets: [zh, en].map(signInOf) });
  return rejectCrashes(phone, id);
}
