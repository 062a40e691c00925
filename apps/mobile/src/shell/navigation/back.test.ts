import { expect, it } from 'vitest';
import { type BackSituation, decideBack } from './back.hook.ts';
import { exitPaths } from './paths.rules.ts';
import { isExitLocation } from './view.rules.ts';

const situation: BackSituation = {
  isExit: false,
  layers: 0,
  hasHistory: true,
  warnedAt: null,
  now: 10_000,
};

it.each(exitPaths)('warns first on %s, and exits on a second press within 3 s', (pathname) => {
  const here = { ...situation, isExit: isExitLocation({ pathname, search: '?sort=size' }) };
  expect(decideBack(here)).toBe('warn');
  expect(decideBack({ ...here, warnedAt: 7_001 })).toBe('exit');
  expect(decideBack({ ...here, warnedAt: 7_000 })).toBe('warn');
});

it('closes an overlay first, also on a screen with the exit action', () => {
  expect(decideBack({ ...situation, isExit: true, layers: 1, warnedAt: 9_999 })).toBe('back');
});

it('goes back on other screens, or home without a history', () => {
  expect(decideBack(situation)).toBe('back');
  expect(decideBack({ ...situation, hasHistory: false })).toBe('home');
});

it('does not exit the app from a view inside a screen', () => {
  expect(isExitLocation({ pathname: '/work', search: '?view=apply' })).toBe(false);
});
