import { expect, test } from 'vitest';
import { isPc, mobileSystem } from './user-agent.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0';

test.each([
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, null],
  ['Safari on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15', null],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', null],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, null],
  ['no user agent', '', null],
  ['an Android phone', `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'android'],
  ['an Android tablet', `Mozilla/5.0 (Linux; Android 13; SM-X700) ${chrome} Safari/537.36`, 'android'],
  ['WeChat on HarmonyOS', 'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) MicroMessenger/8', 'android'],
  ['HarmonyOS NEXT', `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${chrome} ArkWeb/4.1 Mobile`, 'other'],
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148', 'ios'],
  ['an iPad with a mobile user agent', 'Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) Mobile/15E148', 'ios'],
  ['Windows Phone', 'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Lumia 950) Mobile', 'other'],
  ['Firefox OS', 'Mozilla/5.0 (Mobile; rv:26.0) Gecko/26.0 Firefox/26.0', 'other'],
] as const)('%s', (_, userAgent, system) => {
  expect(mobileSystem(userAgent)).toBe(system);
  expect(isPc(userAgent)).toBe(system === null);
});
