import { expect, it } from 'vitest';
import { auth as en } from '../../apps/mobile/src/i18n/en/auth.ts';
import { auth as zh } from '../../apps/mobile/src/i18n/zh/auth.ts';
import { smoke } from './smoke.mjs';

type Line = { readonly text: string; readonly height?: number };

const id = 'cn.sealflow.app.test';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A dump of uiautomator's: one text below the other. */
const dump = (lines: readonly Line[]) =>
  `<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation="0">${lines
    .map(
      ({ text, height = 60 }, at) =>
        `<node text="${escaped(text)}" content-desc="" package="${id}" bounds="[40,${100 * at}][1040,${100 * at + height}]" />`,
    )
    .join('')}</hierarchy>`;

const consent = (texts: typeof zh | typeof en, height = 60): Line[] => [
  { text: texts.consentTitle },
  { text: texts.consentLead, height },
  ...texts.consentPoints.map((text) => ({ text, height })),
  { text: texts.agreeAndGoOn },
];
const signIn = (texts: typeof zh | typeof en): Line[] =>
  [texts.username, texts.password, texts.signIn].map((text) => ({ text }));

/** A phone that shows the consent until it is agreed to, and the sign-in from then on. */
function phone(screens: { first: readonly Line[]; agreed: readonly Line[] }, crashes = '') {
  let hasAgreed = false;
  const calls: string[] = [];
  const adb = async (args: readonly string[]) => {
    const call = args.join(' ');
    calls.push(call);
    if (call.startsWith('shell input tap')) hasAgreed = true;
    if (call.startsWith('shell cat')) return dump(hasAgreed ? screens.agreed : screens.first);
    return call === 'logcat -d -b crash' ? crashes : '';
  };
  return { calls, phone: { adb, pause: async () => undefined, attempts: 3 } };
}

it.each([
  ['Chinese', zh],
  ['English', en],
])(
  'walks from a readable consent in %s to the sign-in, and again at the second start',
  async (_name, texts) => {
    const given = phone({ first: consent(texts), agreed: signIn(texts) });
    await smoke(given.phone, { id, expects: 'sign-in' });
    const at = 100 * (consent(texts).length - 1) + 30;
    expect(given.calls).toContain(`shell input tap 540 ${at}`);
    expect(given.calls.filter((call) => call.startsWith('shell am start'))).toHaveLength(2);
  },
);

it('rejects a consent whose text has no height', async () => {
  const given = phone({ first: consent(zh, 0), agreed: signIn(zh) });
  await expect(smoke(given.phone, { id, expects: 'sign-in' })).rejects.toThrow(zh.consentLead);
});

it('rejects an app without a sign-in', async () => {
  const given = phone({ first: consent(zh), agreed: [{ text: zh.username }] });
  await expect(smoke(given.phone, { id, expects: 'sign-in' })).rejects.toThrow(/sign-in: not to be read/);
});

it('rejects an app that crashed', async () => {
  const given = phone({ first: consent(zh), agreed: signIn(zh) }, `FATAL EXCEPTION: main\nProcess: ${id}`);
  await expect(smoke(given.phone, { id, expects: 'sign-in' })).rejects.toThrow(/crashed/);
});

it('expects the page for old WebViews if the option is set', async () => {
  const old = phone({ first: [{ text: 'Android System WebView' }], agreed: [] });
  await smoke(old.phone, { id, expects: 'too-old' });
  const recent = phone({ first: consent(zh), agreed: signIn(zh) });
  await expect(smoke(recent.phone, { id, expects: 'too-old' })).rejects.toThrow(/old WebViews/);
});
