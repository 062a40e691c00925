import { expect, it } from 'vitest';
import { auth as en } from '../../apps/mobile/src/i18n/en/auth.ts';
import { auth as zh } from '../../apps/mobile/src/i18n/zh/auth.ts';
import { runSmokeTest } from './smoke.mjs';

type Line = { readonly text: string; readonly height?: number };

const id = 'cn.sealflow.app.test';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A dump of uiautomator with one text below the other. */
const dumpOf = (lines: readonly Line[]) =>
  `<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation="0">${lines
    .map(
      ({ text, height = 60 }, index) =>
        `<node text="${escaped(text)}" content-desc="" package="${id}" bounds="[40,${100 * index}][1040,${100 * index + height}]" />`,
    )
    .join('')}</hierarchy>`;

const consentLines = (texts: typeof zh | typeof en, height = 60): Line[] => [
  { text: texts.consentTitle },
  { text: texts.consentLead, height },
  ...texts.consentPoints.map((text) => ({ text, height })),
  { text: texts.agreeAndGoOn },
];
const signInLines = (texts: typeof zh | typeof en): Line[] =>
  [texts.username, texts.password, texts.signIn].map((text) => ({ text }));

/** A fake phone that shows the first screen until a tap, and then the second one. */
function createPhone(screens: { beforeTap: readonly Line[]; afterTap: readonly Line[] }, crashes = '') {
  let isTapped = false;
  const calls: string[] = [];
  const adb = async (args: readonly string[]) => {
    const call = args.join(' ');
    calls.push(call);
    if (call.startsWith('shell input tap')) isTapped = true;
    if (call.startsWith('shell cat')) return dumpOf(isTapped ? screens.afterTap : screens.beforeTap);
    return call === 'logcat -d -b crash' ? crashes : '';
  };
  return { calls, phone: { adb, pause: async () => undefined, maxAttempts: 3 } };
}

it.each([
  ['Chinese', zh],
  ['English', en],
])(
  'accepts a readable consent in %s and the sign-in at the first and the second start',
  async (_name, texts) => {
    const fake = createPhone({ beforeTap: consentLines(texts), afterTap: signInLines(texts) });
    await runSmokeTest(fake.phone, { id, expects: 'sign-in' });
    const buttonY = 100 * (consentLines(texts).length - 1) + 30;
    expect(fake.calls).toContain(`shell input tap 540 ${buttonY}`);
    expect(fake.calls.filter((call) => call.startsWith('shell am start'))).toHaveLength(2);
  },
);

it('rejects a consent with a text without height', async () => {
  const fake = createPhone({ beforeTap: consentLines(zh, 0), afterTap: signInLines(zh) });
  await expect(runSmokeTest(fake.phone, { id, expects: 'sign-in' })).rejects.toThrow(zh.consentLead);
});

it('rejects an app without a sign-in', async () => {
  const fake = createPhone({ beforeTap: consentLines(zh), afterTap: [{ text: zh.username }] });
  await expect(runSmokeTest(fake.phone, { id, expects: 'sign-in' })).rejects.toThrow(
    /sign-in: unreadable texts/,
  );
});

it('rejects an app that crashed', async () => {
  const fake = createPhone(
    { beforeTap: consentLines(zh), afterTap: signInLines(zh) },
    `FATAL EXCEPTION: main\nProcess: ${id}`,
  );
  await expect(runSmokeTest(fake.phone, { id, expects: 'sign-in' })).rejects.toThrow(/crashed/);
});

it('expects the page for old WebViews if the option is set', async () => {
  const old = createPhone({ beforeTap: [{ text: 'Android System WebView' }], afterTap: [] });
  await runSmokeTest(old.phone, { id, expects: 'too-old' });
  const recent = createPhone({ beforeTap: consentLines(zh), afterTap: signInLines(zh) });
  await expect(runSmokeTest(recent.phone, { id, expects: 'too-old' })).rejects.toThrow(/old WebViews/);
});
